//! The queue, and the list of customers, which starts again after its end.

use super::*;

fn order(foods: &[Food]) -> Dish {
    foods.iter().fold(Dish::EMPTY, |dish, food| dish.with(*food).unwrap())
}

const PLAIN: [Food; 2] = [Food::IceCream, Food::Blueberries];
const RICH: [Food; 2] = [Food::Croissant, Food::Tart];

/// Customers that all order ice cream and blueberries, except those at some places.
fn customers(rich: &[usize]) -> Customers {
    let foods = |place| if rich.contains(&place) { &RICH } else { &PLAIN };
    Customers::new((0..20).map(|place| Customer::new(order(foods(place)))).collect())
}

/// Shows the waiting customers of a turn, then serves a dish if there is one, then ends the turn.
fn turn(customers: &mut Customers, dish: Option<&[Food]>) -> (Vec<i32>, Option<i32>) {
    customers.replace();
    let awards = customers.waiting().map(|it| it.award).collect();
    let paid = dish.and_then(|foods| customers.serve(&order(foods)));
    customers.grow_impatient();
    (awards, paid)
}

#[test]
fn an_order_pays_for_its_foods_and_the_customer() {
    let award = |foods: &[Food]| Customer::new(order(foods)).full_award;
    assert_eq!((award(&PLAIN), award(&RICH)), (650, 1850));
    assert_eq!(award(&Food::FINISHED), 200 + 200 + 250 + 400 + 650 + 1000);
}

#[test]
fn awards_fall_and_the_newest_of_equals_pays_most() {
    let mut queue = customers(&[]);
    assert_eq!(turn(&mut queue, None), (vec![650, 650, 650], None));
    // Equal awards: the oldest is served, and the new one comes at the end.
    assert_eq!(turn(&mut queue, Some(&PLAIN)), (vec![649, 649, 649], Some(649)));
    assert_eq!(queue.queue, [0, 1, 2]);
    assert_eq!(turn(&mut queue, Some(&PLAIN)), (vec![648, 648, 650], Some(650)));
    assert_eq!(queue.queue, [1, 2, 3]);
    assert_eq!(turn(&mut queue, None), (vec![647, 647, 650], None));
    assert_eq!(queue.queue, [1, 2, 4]);
}

#[test]
fn the_dish_must_be_what_was_ordered_in_any_order() {
    let mut queue = customers(&[1]);
    queue.replace();
    assert_eq!(queue.serve(&Dish::EMPTY), None);
    assert_eq!(queue.serve(&order(&[Food::IceCream])), None);
    assert_eq!(queue.serve(&order(&[Food::IceCream, Food::Blueberries, Food::Tart])), None);
    assert_eq!(queue.serve(&order(&[Food::Blueberries, Food::IceCream])), Some(650));
    assert_eq!(queue.serve(&order(&[Food::Tart, Food::Croissant])), Some(1850));
}

/// When the list starts again, a customer can be in the queue twice. Both are the same customer.
#[test]
fn a_customer_who_still_waits_when_the_list_begins_again_is_there_twice() {
    let mut queue = customers(&[0]);
    for _ in 0..18 {
        let (awards, paid) = turn(&mut queue, Some(&PLAIN));
        assert!(paid.is_some() && awards.len() == 3);
    }
    // Numbers 1 and 3 to 19 are served; 0 and 2 wait since the first turn, and 0 comes again.
    assert_eq!(turn(&mut queue, None), (vec![1850, 632, 1850], None));
    assert_eq!(queue.queue, [0, 2, 0]);
    assert_eq!(turn(&mut queue, None), (vec![1848, 631, 1848], None));
    // One dish for both, paid once; both leave. One of the two new customers is number 2 again.
    assert_eq!(turn(&mut queue, Some(&RICH)), (vec![1846, 630, 1846], Some(1846)));
    assert_eq!(turn(&mut queue, None), (vec![650, 650, 650], None));
    assert_eq!(queue.queue, [2, 1, 2]);
    assert_eq!(turn(&mut queue, None), (vec![648, 649, 648], None));
}

#[test]
fn a_new_round_begins_with_the_first_again() {
    let mut queue = customers(&[]);
    for _ in 0..5 {
        turn(&mut queue, Some(&PLAIN));
    }
    queue.begin_again();
    assert_eq!(turn(&mut queue, None), (vec![650, 650, 650], None));
    assert_eq!(queue.queue, [0, 1, 2]);
}
