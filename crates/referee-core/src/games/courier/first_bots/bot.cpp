// A first bot for the couriers: it walks to the nearest home base, picks up packages, and delivers them.
#include <iostream>
#include <map>
#include <queue>
#include <set>
#include <sstream>
#include <vector>
using namespace std;

typedef pair<int, int> Tile;
struct Parcel { Tile to; int weight; };
set<Tile> land, bases;  // Bases that may still have packages.

// This reads the words of the next line. The program ends with its input, or at a text.
vector<string> read() {
    string line, word;
    if (!getline(cin, line) || (!line.empty() && isalpha(line[0]))) exit(0);
    vector<string> words;
    for (istringstream rest(line); rest >> word; ) words.push_back(word);
    return words;
}

// The tile to the north, east, south or west. The first row is the southern one.
Tile step(Tile at, char way) {
    return {at.first + (way == 'E') - (way == 'W'), at.second + (way == 'N') - (way == 'S')};
}

// This is the first step of a shortest way to one of the goals; nothing if there is no way.
string way_to(Tile from, const set<Tile>& goals) {
    map<Tile, string> first = {{from, ""}};
    queue<Tile> tiles;
    for (tiles.push(from); !tiles.empty(); tiles.pop()) {
        Tile at = tiles.front();
        if (goals.count(at) && at != from) return first[at];
        for (char way : string("NESW")) {
            Tile to = step(at, way);
            if (!land.count(to) || first.count(to)) continue;
            first[to] = at == from ? string(1, way) : first[at];
            tiles.push(to);
        }
    }
    return "";
}

int main(int argument_count, char** arguments) {
    bool verbose = argument_count > 1 && arguments[1] == string("--verbose");
    // The game begins with the map (south first), the own robot, and the tiles of all robots.
    cout << "Player" << endl;
    int height = stoi(read()[1]);
    for (int y = 1; y <= height; y++) {
        string row = read()[0];
        for (int x = 1; x <= int(row.size()); x++) {
            if (row[x - 1] == '.' || row[x - 1] == '@') land.insert({x, y});
            if (row[x - 1] == '@') bases.insert({x, y});
        }
    }
    vector<string> me = read();
    Tile at;
    map<string, Parcel> packages;
    set<string> cargo;
    while (true) {
        // Each turn has the events of all robots. P adds a package to the cargo, D removes it.
        string robot, drop, pick;
        vector<string> words = read();
        words.push_back("");
        for (size_t i = 0; i + 1 < words.size(); i++) {
            string word = words[i], value = words[i + 1];
            if (word[0] == '#') robot = word;
            if (robot != "#" + me[0]) continue;
            if (word == "X") at.first = stoi(value);
            else if (word == "Y") at.second = stoi(value);
            else if (word == "P") cargo.insert(value);
            else if (word == "D") cargo.erase(value);
            else at = step(at, word[0]);
        }
        // Then it has the packages here: id, destination, weight. Those that fit are picked up.
        int room = stoi(me[1]);
        set<Tile> goals;
        for (auto& id : cargo) {
            room -= packages[id].weight;
            goals.insert(packages[id].to);
            if (packages[id].to == at) drop += " " + id;
        }
        vector<string> here = read();
        for (size_t i = 0; i < here.size(); i += 4) {
            Parcel it = {{stoi(here[i + 1]), stoi(here[i + 2])}, stoi(here[i + 3])};
            packages[here[i]] = it;
            if (it.weight > room || it.to == at) continue;
            room -= it.weight;
            pick += " " + here[i];
        }
        // Your ideas go here: which packages are worth the way?
        if (here.empty() || (pick.empty() && cargo.empty())) bases.erase(at);
        string way = way_to(at, goals);
        if (way.empty()) way = way_to(at, bases);
        string action = !drop.empty() ? "Drop" + drop : !pick.empty() ? "Pick" + pick : way.empty() ? "Drop" : "Move " + way;
        if (verbose) cerr << "at " << at.first << " " << at.second << ", cargo " << cargo.size() << " -> " << action << endl;
        cout << "1 " << action << endl;  // The answer is one line: a bid and an action; endl sends it at once.
    }
}
