// A first bot for Ocean of Code: it goes where it has not been and charges torpedoes.
import java.util.*;

class MyBot {
    record Cell(int x, int y) {
        /** The cells beside this one that the submarine may enter, by the letters of the steps. */
        Map<String, Cell> ways() {
            Map<String, Cell> ways = new LinkedHashMap<>();
            ways.put("N", new Cell(x, y - 1));
            ways.put("E", new Cell(x + 1, y));
            ways.put("S", new Cell(x, y + 1));
            ways.put("W", new Cell(x - 1, y));
            ways.values().removeIf(cell -> !water.contains(cell) || trail.contains(cell));
            return ways;
        }
    }

    static final Scanner input = new Scanner(System.in);
    static final Set<Cell> water = new LinkedHashSet<>(), trail = new HashSet<>();

    /** This reads the next line. The program ends when its input ends. */
    static String read() {
        if (!input.hasNextLine()) System.exit(0);
        return input.nextLine();
    }

    /** This reads the numbers of the next line. */
    static int[] readNumbers() {
        return Arrays.stream(read().split(" ")).mapToInt(Integer::parseInt).toArray();
    }

    public static void main(String[] arguments) {
        boolean verbose = List.of(arguments).contains("--verbose");
        // The game begins with the map. The answer is a starting cell.
        int height = readNumbers()[1];
        for (int y = 0; y < height; y++) {
            String row = read();
            for (int x = 0; x < row.length(); x++) if (row.charAt(x) == '.') water.add(new Cell(x, y));
        }
        Cell start = water.iterator().next();
        System.out.println(start.x + " " + start.y);
        while (true) {
            // Each turn has three lines. The first one has the own cell, the lives and the charges:
            // x, y, own lives, enemy's lives, and what torpedo, sonar, silence and mine still need.
            int[] state = readNumbers();
            String sonarAnswer = read(), enemyOrders = read();

            // Your ideas go here: for example, a torpedo is ready when state[4] is 0.
            Cell at = new Cell(state[0], state[1]);
            trail.add(at); // The submarine may not enter its trail until it surfaces.
            String order = "SURFACE";
            int least = 9;
            for (var way : at.ways().entrySet()) {
                // The cell with the fewest ways on is the best, because the trail then becomes long.
                int after = way.getValue().ways().size();
                if (after < least) {
                    order = "MOVE " + way.getKey() + " TORPEDO";
                    least = after;
                }
            }
            if (order.equals("SURFACE")) trail.clear();
            if (verbose) System.err.println(Arrays.toString(state) + " enemy " + enemyOrders + " -> " + order);
            System.out.println(order); // The answer is one line of orders.
        }
    }
}
