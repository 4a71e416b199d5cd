//! The numbers that tuning may change, each declared once.

gridkit::params! {
    /// What the search weighs, in points, and how wide and deep it looks.
    pub struct Params {
        /// Positions kept at each depth.
        width: i32 = 8000, 1..=20000;
        /// Positions with the same things in the kitchen kept at each depth.
        alike: i32 = 500, 1..=20000;
        /// Turns looked ahead, of both chefs together.
        depth: i32 = 30, 1..=60;
        /// The same with a partner whose turns need no choice, for he follows a script.
        far: i32 = 60, 1..=60;
        /// Worth of ice cream on a dish with a customer.
        ice: i32 = 105, 0..=2000;
        /// Worth of blueberries on such a dish.
        blue: i32 = 140, 0..=2000;
        /// Worth of chopped strawberries on such a dish.
        straw: i32 = 370, 0..=2000;
        /// Worth of a croissant on such a dish.
        croissant: i32 = 620, 0..=2000;
        /// Worth of a tart on such a dish.
        tart: i32 = 890, 0..=2000;
        /// What a loose food that somebody needs is worth less than on the dish.
        loose: i32 = 55, 0..=1000;
        /// Worth of loose ice cream or blueberries that somebody needs.
        crate_food: i32 = 50, 0..=1000;
        /// What strawberries are worth less than chopped ones.
        chop: i32 = 195, 0..=1000;
        /// What a baking food is worth less than a baked one.
        bake: i32 = 80, 0..=1000;
        /// What food that is to be baked is worth less than baking food.
        raw: i32 = 280, 0..=1000;
        /// What chopped dough is worth less than a raw tart.
        fill: i32 = 150, 0..=1000;
        /// What dough for a tart is worth less than chopped dough.
        cut: i32 = 160, 0..=1000;
        /// Worth of a dish that is out of the dishwasher.
        dish: i32 = 40, 0..=1000;
        /// Worth of a dish that is ready for the window.
        complete: i32 = 50, 0..=1000;
        /// Loss by a dish that fits nobody.
        useless: i32 = 220, 0..=1000;
        /// Weight of the first customer who is yet to come; each later one this share of the one before.
        coming: f64 = 0.4, 0.0..=1.0;
        /// Share of its worth that food to be baked keeps for each other that the oven must bake before.
        queue: f64 = 0.5, 0.0..=1.0;
        /// Customers to come that are thought of.
        ahead: i32 = 2, 0..=5;
        /// Customers to come for whom a dish may be begun.
        plates: i32 = 0, 0..=5;
        /// The first food that is made for customers to come: 0 all, 2 no crate food, 3 only what is baked.
        early: i32 = 3, 0..=4;
        /// Turns within which an order's worth fades when the round ends.
        fade: i32 = 32, 1..=200;
        /// Share of the value of each turn on the way that is added to the value at the end.
        haste: f64 = 0.005, 0.0..=1.0;
        /// Worth of each step between two places where a food is worked on, beyond the usual way.
        ways: f64 = 6.0, -20.0..=50.0;
        /// Share of the worth of the most advanced order that is added once more.
        focus: f64 = 0.15, -1.0..=1.0;
        /// Cells that are tried for using the same tables.
        same: i32 = 2, 1..=30;
        /// Places for putting things down that are tried from a cell.
        drops: i32 = 1, 1..=8;
        /// How partners are taken: 0 as they turn out, 1 always as one who plans for both, 2 always
        /// as one who looks for his own best course, 3 always as a statue.
        model: i32 = 0, 0..=3;
        /// Share of the time that goes into guessing the course of a partner who does not plan for both.
        guessing: f64 = 0.25, 0.0..=0.9;
        /// Share of a turn's time that is used again while the partner thinks. A little less than
        /// he takes, lest his answer end the search just before it is done.
        ponder: f64 = 0.9, 0.0..=10.0;
    }
}
