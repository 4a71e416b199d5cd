// A first bot for Tron: it moves along walls and trails.
#include <iostream>
#include <set>
#include <vector>
using namespace std;

int width, height, players, me;
vector<set<pair<int, int>>> trails;  // By player.
const string words[] = {"UP", "DOWN", "LEFT", "RIGHT"};
const int dx[] = {0, 0, -1, 1}, dy[] = {-1, 1, 0, 0};

bool is_free(int x, int y) {
    for (auto& trail : trails) if (trail.count({x, y})) return false;
    return x >= 0 && x < width && y >= 0 && y < height;
}

int main(int count, char** arguments) {
    bool verbose = count > 1 && arguments[1] == string("--verbose");
    // The game begins with the size of the grid, the number of players, and the own number.
    cin >> width >> height >> players >> me;
    trails.resize(players);
    // Each turn tells where all cycles are; -1 -1 is one that is out, whose trail vanishes.
    for (int x, y; cin; ) {
        int my_x = 0, my_y = 0, best = 0, least = 99;
        for (int player = 0; player < players && cin >> x >> y; player++) {
            if (x < 0) trails[player].clear(); else trails[player].insert({x, y});
            if (player == me) my_x = x, my_y = y;
        }
        if (!cin) break;  // The program ends when its input ends.
        // Your ideas go here. This bot likes a free cell with few free cells beside it, but at least one.
        for (int i = 0; i < 4; i++) {
            int room = 0, to_x = my_x + dx[i], to_y = my_y + dy[i];
            for (int j = 0; j < 4; j++) room += is_free(to_x + dx[j], to_y + dy[j]);
            if (room == 0) room = 9;
            if (is_free(to_x, to_y) && room < least) least = room, best = i;
        }
        if (verbose) cerr << "at " << my_x << " " << my_y << ", room " << least << endl;
        cout << words[best] << endl;  // The answer is one line; endl sends it at once.
    }
}
