// A first bot for the fruit hunt: it goes to the nearest fruit and takes it.
#include <cstdlib>
#include <iostream>
#include <string>
#include <vector>
using namespace std;

int main(int argument_count, char** arguments) {
    bool verbose = argument_count > 1 && arguments[1] == string("--verbose");
    // The game begins with its name, the size of the board, and the pieces of each category.
    string name;
    int version, width = 0, height = 0, categories = 0;
    cin >> name >> version >> width >> height >> categories;
    vector<int> pieces(categories), mine(categories), theirs(categories);
    for (int& count : pieces) cin >> count;

    while (true) {
        // Each turn has the board, the cells of both robots, and their fruit (in halves).
        int x, y, enemy_x, enemy_y;
        vector<string> rows(height);
        for (string& row : rows) cin >> row;
        cin >> x >> y >> enemy_x >> enemy_y;
        for (int& count : mine) cin >> count;
        for (int& count : theirs) cin >> count;
        if (!cin) break;  // The program ends when its input ends.

        // Your ideas go here: which fruit is worth the way?
        int best = width + height;
        string answer = "PASS";
        for (int j = 0; j < height; j++)
            for (int i = 0; i < width; i++) {
                int distance = abs(i - x) + abs(j - y);
                if (rows[j][i] == '.' || distance >= best) continue;
                best = distance;
                answer = i > x ? "EAST" : i < x ? "WEST" : j > y ? "SOUTH" : "NORTH";
                if (distance == 0) answer = "TAKE";
            }
        if (verbose) cerr << "at " << x << " " << y << ", distance " << best << " -> " << answer << endl;
        cout << answer << endl;  // The answer is one line; endl sends it at once.
    }
}
