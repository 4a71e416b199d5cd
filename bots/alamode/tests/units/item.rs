//! The names of items.

use alamode::item::Item;

#[test]
fn each_item_is_read_from_its_name() {
    for (item, name) in Item::NAMES {
        assert_eq!((Item::read(name), item.to_string().as_str()), (Some(item), name));
    }
    for foods in 0..32 {
        let dish = Item::dish_of(foods);
        assert_eq!(Item::read(&dish.to_string()), Some(dish));
        assert_eq!(dish.foods(), foods);
    }
}

#[test]
fn a_name_of_no_item_is_refused() {
    for name in ["", "DISH-", "DISH-DOUGH", "ICE", "DISH-NONE", "-DISH", "?"] {
        assert_eq!(Item::read(name), None, "{name:?}");
    }
}
