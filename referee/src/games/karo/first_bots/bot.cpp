// A first bot for the race: it drives slowly to the cells that it has visited least.
#include <cstdlib>
#include <iostream>
#include <map>
#include <sstream>
#include <vector>
using namespace std;

vector<string> read_lines(int count) {  // The program ends when its input ends.
    vector<string> lines(count);
    for (string& line : lines) if (!getline(cin, line)) exit(0);
    return lines;
}

vector<string> read_list() {  // The line before a list ends with the number of its lines.
    string line = read_lines(1)[0];
    return read_lines(atoi(line.substr(line.rfind(' ') + 1).c_str()));
}

int main() {
    // The game begins with eleven settings and the map.
    auto settings = read_lines(11), rows = read_list();
    for (map<pair<int, int>, int> visits; true;) {
        // Each turn has its number, the new records, all players, and the possible moves.
        string turn = read_lines(1)[0], answer;
        auto records = read_list(), players = read_list(), candidates = read_list();
        // Your ideas go here. This bot likes slow moves, because they are safe, to new cells.
        int x, y, xv, yv, allowed, best = 100000000;
        for (const string& candidate : candidates) {
            istringstream(candidate) >> x >> y >> xv >> yv >> allowed;
            int speed = xv || yv ? max(abs(xv), abs(yv)) : 99;
            int rating = 100000 * speed + visits[{x, y}];
            if (allowed && rating < best) best = rating, answer = candidate;
        }
        istringstream(answer) >> x >> y >> xv >> yv, visits[{x, y}]++;
        if (turn == "turn 1") cout << "START " << x << " " << y << endl;
        else cout << "MOVE " << x << " " << y << " " << xv << " " << yv << endl;
    }
}
