// A first bot for Ocean of Code: it goes where it has not been and charges torpedoes.
#include <cstdlib>
#include <iostream>
#include <set>
#include <sstream>
using namespace std;

// This reads the next line. The program ends when its input ends.
istringstream read_line() {
    string line;
    if (!getline(cin, line)) exit(0);
    return istringstream(line);
}

int main() {
    // The game begins with the map. The answer is a starting cell.
    int width, height, me, x, y, lives, enemy_lives, torpedo, sonar, silence, mine;
    read_line() >> width >> height >> me;
    set<pair<int, int>> water, trail;  // A submarine may not enter its trail until it surfaces.
    for (y = 0; y < height; y++) {
        string row = read_line().str();
        for (x = 0; x < width; x++) if (row[x] == '.') water.insert({x, y});
    }
    cout << water.begin()->first << " " << water.begin()->second << endl;
    while (true) {
        // Each turn has three lines. The first one has the own cell, the lives and the charges.
        read_line() >> x >> y >> lives >> enemy_lives >> torpedo >> sonar >> silence >> mine;
        string sonar_answer = read_line().str(), enemy_orders = read_line().str();
        // Your ideas go here: for example, a torpedo is ready when `torpedo` is 0.
        trail.insert({x, y});
        string order = "SURFACE";
        pair<int, int> near[] = {{x, y - 1}, {x + 1, y}, {x, y + 1}, {x - 1, y}};
        for (int i = 0; i < 4; i++)
            if (water.count(near[i]) && !trail.count(near[i])) order = string("MOVE ") + "NESW"[i];
        if (order == "SURFACE") trail.clear();
        else order += " TORPEDO";
        cout << order << endl;  // The answer is one line of orders; endl sends it at once.
    }
}
