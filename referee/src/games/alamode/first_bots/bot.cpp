// A first bot for Code à la Mode: it fetches a dish and waits.
#include <iostream>
#include <string>
#include <vector>
using namespace std;

// An order with its award, or an item with its place on a table.
struct Order { string dish; int award; };
struct Item { int x, y; string name; };

int main() {
    // The game begins with all customers (an order and its award) and the kitchen.
    int count = 0, dishwasher_x = 0, dishwasher_y = 0;
    cin >> count;
    vector<Order> customers(count);
    for (auto& [dish, award] : customers) cin >> dish >> award;
    vector<string> kitchen(7);
    for (int y = 0; y < 7; y++) {
        cin >> kitchen[y];
        for (int x = 0; x < (int)kitchen[y].size(); x++)
            if (kitchen[y][x] == 'D') dishwasher_x = x, dishwasher_y = y;
    }
    int turns_left, x, y, partner_x, partner_y, timer;
    string hand, partner_hand, oven;
    while (cin >> turns_left) {  // The program ends when its input ends.
        // Each turn has the positions of both chefs, the items on tables, and the waiting orders.
        cin >> x >> y >> hand >> partner_x >> partner_y >> partner_hand >> count;
        vector<Item> items(count);
        for (Item& item : items) cin >> item.x >> item.y >> item.name;
        cin >> oven >> timer >> count;
        vector<Order> waiting(count);
        for (auto& [dish, award] : waiting) cin >> dish >> award;
        if (!cin) break;
        // Your ideas go here: a dish can be filled and brought to the window 'W'.
        // The answer is one line: MOVE x y, USE x y or WAIT; endl sends it at once.
        if (hand == "NONE") cout << "USE " << dishwasher_x << " " << dishwasher_y << endl;
        else cout << "WAIT" << endl;
    }
}
