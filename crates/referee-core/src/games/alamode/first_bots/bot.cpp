// A first bot for Code à la Mode: it prepares the foods of the oldest order one by one and serves it.
#include <algorithm>
#include <iostream>
#include <map>
#include <string>
#include <vector>
using namespace std;

// An order with its award, or an item on a table.
struct Order { string dish; int award; };
struct Item { int x, y; string name; };

// By food: the machine to use with each item in the hand, by its letter in the kitchen.
const map<string, map<string, string>> RECIPES = {
    {"CHOPPED_STRAWBERRIES", {{"NONE", "S"}, {"STRAWBERRIES", "C"}}},
    {"CROISSANT", {{"NONE", "H"}, {"DOUGH", "O"}}},
    {"TART", {{"NONE", "H"}, {"DOUGH", "C"}, {"CHOPPED_DOUGH", "B"}, {"RAW_TART", "O"}}}};

vector<string> foods_of(string dish) {  // DISH-TART has one food.
    vector<string> foods;
    for (size_t end; (end = dish.rfind('-')) != string::npos; dish.resize(end)) foods.insert(foods.begin(), dish.substr(end + 1));
    return foods;
}

bool has(const vector<string>& foods, const string& food) { return count(foods.begin(), foods.end(), food); }

bool suits(const string& dish, const vector<string>& foods) {
    for (auto& food : foods_of(dish)) if (!has(foods, food)) return false;
    return dish.rfind("DISH", 0) == 0;
}

// This is the letter of the machine to use next, T for `table`; nothing if the hand does not suit the order.
string next_use(const string& order, const string& hand, string oven, const vector<Item>& items, Item& table) {
    vector<string> foods = foods_of(order), missing;
    table.name = "";
    for (auto& item : items) if (table.name.empty() && suits(item.name, foods)) table = item;
    bool is_dish = hand.rfind("DISH", 0) == 0, is_simple = true;
    for (auto& food : foods) if (!has(foods_of(is_dish ? hand : table.name), food)) missing.push_back(food);
    for (auto& food : missing) is_simple = is_simple && !RECIPES.count(food);
    if (suits(hand, foods)) return !is_simple ? "#" : missing.empty() ? "W" : missing[0] == "ICE_CREAM" ? "I" : "B";
    if (has(missing, hand) || (hand == "NONE" && is_simple)) return table.name.empty() ? "D" : "T";
    oven = oven == "DOUGH" ? "CROISSANT" : oven == "RAW_TART" ? "TART" : oven;  // What it will be.
    if (hand == "NONE" && has(missing, oven)) return "O";
    for (auto& food : missing) if (RECIPES.count(food) && RECIPES.at(food).count(hand)) return RECIPES.at(food).at(hand);
    return "";
}

int main(int argument_count, char** arguments) {
    bool verbose = argument_count > 1 && arguments[1] == string("--verbose");
    // The game begins with all customers (an order and its award) and the kitchen.
    int count, turns_left, x, y, partner_x, partner_y, timer;
    cin >> count;
    vector<Order> customers(count);
    for (auto& [dish, award] : customers) cin >> dish >> award;
    vector<string> kitchen(7);
    for (string& row : kitchen) cin >> row;
    string hand, partner_hand, oven, use;
    while (cin >> turns_left) {  // The program ends when its input ends.
        // Each turn has both chefs, the items on the tables, the oven, and the waiting customers.
        cin >> x >> y >> hand >> partner_x >> partner_y >> partner_hand >> count;
        vector<Item> items(count);
        for (Item& item : items) cin >> item.x >> item.y >> item.name;
        cin >> oven >> timer >> count;
        vector<Order> waiting(count);
        for (auto& [dish, award] : waiting) cin >> dish >> award;
        if (!cin) break;
        // Your ideas go here. Whatever suits no order goes to the window or onto a table.
        Item to{0, 0, ""};
        use = "";
        for (auto& [dish, award] : waiting) if (use.empty()) use = next_use(dish, hand, oven, items, to);
        if (use.empty()) use = hand.rfind("DISH", 0) == 0 ? "W" : "#";
        int nearest = 99;
        for (int j = 0; j < 7; j++) for (int i = 0; i < 11; i++) {
            bool is_full = any_of(items.begin(), items.end(), [&](auto& it) { return it.x == i && it.y == j; });
            int distance = abs(i - x) + abs(j - y);
            if (kitchen[j][i] == use[0] && !is_full && distance < nearest) nearest = distance, to = {i, j, ""};
        }
        if (verbose) cerr << "hand " << hand << ", oldest order " << waiting[0].dish << ": " << use << endl;
        // The answer is one line: MOVE x y, USE x y or WAIT; endl sends it at once.
        cout << "USE " << to.x << " " << to.y << endl;
    }
}
