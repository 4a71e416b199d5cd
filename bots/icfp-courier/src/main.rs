//! A bot for the ICFP contest of 2002: plays over TCP if it is given a host and a port, else over
//! stdin and stdout.

fn main() {
    gridkit::bot::run::<icfp_courier::bot::IcfpCourier>();
}
