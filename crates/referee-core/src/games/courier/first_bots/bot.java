// A first bot for the couriers: it walks to the nearest home base, picks up packages, and delivers them.
import java.io.*;
import java.util.*;

class MyBot {
    record Tile(int x, int y) {
        /** The tiles to the north, east, south and west. The first row is the southern one. */
        List<Tile> beside() {
            return List.of(new Tile(x, y + 1), new Tile(x + 1, y), new Tile(x, y - 1), new Tile(x - 1, y));
        }
    }

    record Parcel(String id, Tile to, int weight) {}

    static final BufferedReader input = new BufferedReader(new InputStreamReader(System.in));
    static final Set<Tile> land = new HashSet<>(), bases = new HashSet<>();

    /** This reads the words of the next line. The program ends with its input, or at a text. */
    static List<String> read() throws IOException {
        String line = input.readLine();
        if (line == null || !line.isEmpty() && Character.isLetter(line.charAt(0))) System.exit(0);
        return line.isBlank() ? List.of() : List.of(line.trim().split(" +"));
    }

    /** This is the first step of a shortest way to one of the goals; null if there is no way. */
    static String wayTo(Tile from, Set<Tile> goals) {
        Map<Tile, String> first = new HashMap<>(Map.of(from, ""));
        Deque<Tile> queue = new ArrayDeque<>(List.of(from));
        while (!queue.isEmpty()) {
            Tile at = queue.remove();
            if (goals.contains(at) && !at.equals(from)) return first.get(at);
            for (int i = 0; i < 4; i++) {
                Tile to = at.beside().get(i);
                if (!land.contains(to) || first.containsKey(to)) continue;
                first.put(to, at.equals(from) ? "NESW".substring(i, i + 1) : first.get(at));
                queue.add(to);
            }
        }
        return null;
    }

    public static void main(String[] arguments) throws IOException {
        boolean verbose = List.of(arguments).contains("--verbose");
        // The game begins with the map (south first), the own robot, and the tiles of all robots.
        System.out.println("Player");
        int height = Integer.parseInt(read().get(1));
        for (int y = 1; y <= height; y++) {
            String row = read().get(0);
            for (int x = 1; x <= row.length(); x++) {
                char letter = row.charAt(x - 1);
                if (letter == '.' || letter == '@') land.add(new Tile(x, y));
                if (letter == '@') bases.add(new Tile(x, y)); // It may still have packages.
            }
        }
        List<String> self = read();
        int x = 0, y = 0;
        Map<String, Parcel> packages = new HashMap<>(), cargo = new TreeMap<>();
        while (true) {
            // Each turn has the events of all robots. P adds a package to the cargo, D removes it.
            List<String> words = read();
            String robot = "";
            for (int i = 0; i < words.size(); i++) {
                String word = words.get(i), value = i + 1 < words.size() ? words.get(i + 1) : "";
                if (word.startsWith("#")) robot = word;
                if (!robot.equals("#" + self.get(0))) continue;
                switch (word) {
                    case "X" -> x = Integer.parseInt(value);
                    case "Y" -> y = Integer.parseInt(value);
                    case "N" -> y++;
                    case "S" -> y--;
                    case "E" -> x++;
                    case "W" -> x--;
                    case "P" -> cargo.put(value, packages.get(value));
                    case "D" -> cargo.remove(value);
                }
            }
            // Then it has the packages here: id, destination, weight. Those that fit are picked up.
            Tile at = new Tile(x, y);
            String drop = "", pick = "";
            int room = Integer.parseInt(self.get(1));
            Set<Tile> goals = new HashSet<>();
            for (Parcel it : cargo.values()) {
                room -= it.weight;
                goals.add(it.to);
                if (it.to.equals(at)) drop += " " + it.id;
            }
            List<String> here = read();
            for (int i = 0; i < here.size(); i += 4) {
                int[] numbers = here.subList(i + 1, i + 4).stream().mapToInt(Integer::parseInt).toArray();
                Parcel it = new Parcel(here.get(i), new Tile(numbers[0], numbers[1]), numbers[2]);
                packages.put(it.id, it);
                if (it.weight <= room && !it.to.equals(at)) {
                    room -= it.weight;
                    pick += " " + it.id;
                }
            }
            // Your ideas go here: which packages are worth the way?
            if (here.isEmpty() || pick.isEmpty() && cargo.isEmpty()) bases.remove(at);
            String way = wayTo(at, goals);
            if (way == null) way = wayTo(at, bases);
            String action = "Drop" + drop;
            if (drop.isEmpty() && !pick.isEmpty()) action = "Pick" + pick;
            else if (drop.isEmpty() && way != null) action = "Move " + way;
            if (verbose) System.err.println(at + " with " + cargo.keySet() + " here " + here + " -> " + action);
            System.out.println("1 " + action); // The answer is one line: a bid and an action.
        }
    }
}
