// A first bot for Ocean of Code: it goes where it has not been and charges torpedoes.
#include <cstdlib>
#include <iostream>
#include <set>
#include <sstream>
#include <vector>
using namespace std;

typedef pair<int, int> Cell;
typedef pair<char, Cell> Way;  // A step with the cell to which it leads.
set<Cell> water, trail;  // A submarine may not enter its trail until it surfaces.

// This reads the next line. The program ends when its input ends.
istringstream read_line() {
    string line;
    if (!getline(cin, line)) exit(0);
    return istringstream(line);
}

// These are the cells beside a cell that the submarine may enter, with the letters of the steps.
vector<Way> ways(Cell at) {
    auto [x, y] = at;
    vector<Way> open;
    for (Way way : {Way{'N', {x, y - 1}}, Way{'E', {x + 1, y}}, Way{'S', {x, y + 1}}, Way{'W', {x - 1, y}}})
        if (water.count(way.second) && !trail.count(way.second)) open.push_back(way);
    return open;
}

int main(int argument_count, char** arguments) {
    bool verbose = argument_count > 1 && arguments[1] == string("--verbose");
    // The game begins with the map. The answer is a starting cell.
    int width, height, me, x, y, lives, enemy_lives, torpedo, sonar, silence, mine;
    read_line() >> width >> height >> me;
    for (y = 0; y < height; y++) {
        string row = read_line().str();
        for (x = 0; x < width; x++) {
            if (row[x] != '.') continue;
            if (water.empty()) cout << x << " " << y << endl;
            water.insert({x, y});
        }
    }
    while (true) {
        // Each turn has three lines. The first one has the own cell, the lives and the charges.
        read_line() >> x >> y >> lives >> enemy_lives >> torpedo >> sonar >> silence >> mine;
        string sonar_answer = read_line().str(), enemy_orders = read_line().str();
        // Your ideas go here: for example, a torpedo is ready when `torpedo` is 0.
        trail.insert({x, y});
        string order = "SURFACE";
        size_t least = 9;
        for (auto& [letter, to] : ways({x, y})) {
            // The cell with the fewest ways on is the best, because the trail then becomes long.
            if (ways(to).size() >= least) continue;
            least = ways(to).size();
            order = string("MOVE ") + letter + " TORPEDO";
        }
        if (order == "SURFACE") trail.clear();
        if (verbose) cerr << "at " << x << " " << y << ", lives " << lives << ", enemy " << enemy_orders << " -> " << order << endl;
        cout << order << endl;  // The answer is one line of orders; endl sends it at once.
    }
}
