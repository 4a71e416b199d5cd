// A first bot for the couriers: it wanders about and delivers the packages that it finds.
#include <cstdlib>
#include <iostream>
#include <map>
#include <sstream>
using namespace std;
struct Package { int x, y, weight; } at;

int main() {
    // The game begins with the map (south first), the own robot, and the tiles of all robots.
    cout << "Player" << endl;
    int width = 0, height = 0, room, money, x = 0, y = 0;
    cin >> width >> height;
    map<pair<int, int>, char> tiles;
    for (int i = 0; i < width * height; i++) cin >> tiles[{i % width + 1, i / width + 1}];
    string me, robot, word, last, line;
    cin >> me >> room >> money >> ws;
    map<string, Package> packages, cargo;
    // Each turn has the events of all robots. The program ends with its input, or at a text.
    for (string action = "Drop"; getline(cin, line) && !isalpha(line[0]); action = "Drop") {
        for (istringstream words(line); words >> word; last = word) {
            if (word[0] == '#') robot = word.substr(1);
            if (robot != me) continue;
            x = last == "X" ? stoi(word) : x + (word == "E") - (word == "W");
            y = last == "Y" ? stoi(word) : y + (word == "N") - (word == "S");
            if (last == "P") cargo[word] = packages[word], room -= packages[word].weight;
            if (last == "D") cargo.erase(word), room += packages[word].weight;
        }
        // It also has the packages here. The answer is a bid and an action: your ideas go here.
        if (!getline(cin, line) || isalpha(line[0])) break;
        char near[] = {tiles[{x, y + 1}], tiles[{x + 1, y}], tiles[{x, y - 1}], tiles[{x - 1, y}]};
        for (int i = (rand() + me.back()) % 4, end = i + 4; i < end && action == "Drop"; i++)
            if (near[i % 4] == '.' || near[i % 4] == '@') action = string("Move ") + "NESW"[i % 4];
        for (istringstream here(line); here >> word >> at.x >> at.y >> at.weight;)
            if (packages[word] = at; at.weight <= room) action = "Pick " + word;
        for (auto& [id, goal] : cargo) if (goal.x == x && goal.y == y) action = "Drop " + id;
        cout << "1 " << action << endl;
    }
}
