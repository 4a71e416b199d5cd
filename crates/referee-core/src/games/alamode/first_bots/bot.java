// A first bot for Code à la Mode: it prepares the foods of the oldest order one by one and serves it.
import java.util.*;

class MyBot {
    /** By food: the machine to use with each item in the hand, by its letter in the kitchen. */
    static final Map<String, Map<String, String>> RECIPES = Map.of(
        "CHOPPED_STRAWBERRIES", Map.of("NONE", "S", "STRAWBERRIES", "C"),
        "CROISSANT", Map.of("NONE", "H", "DOUGH", "O"),
        "TART", Map.of("NONE", "H", "DOUGH", "C", "CHOPPED_DOUGH", "B", "RAW_TART", "O"));
    /** These go straight from the crate onto a dish. */
    static final Map<String, String> CRATES = Map.of("ICE_CREAM", "I", "BLUEBERRIES", "B");
    /** A food in the oven, and what it becomes. */
    static final Map<String, String> BAKED = Map.of("DOUGH", "CROISSANT", "RAW_TART", "TART");
    static final Scanner input = new Scanner(System.in);

    /** This reads the words of the next line. The program ends when its input ends. */
    static String[] read() {
        if (!input.hasNextLine()) System.exit(0);
        return input.nextLine().split(" ");
    }

    /** This reads a number of lines. */
    static List<String[]> readLines(String count) {
        List<String[]> lines = new ArrayList<>();
        for (int i = Integer.parseInt(count); i > 0; i--) lines.add(read());
        return lines;
    }

    /** These are the foods of a dish or an order, such as DISH-CROISSANT-TART. */
    static List<String> foods(String dish) {
        List<String> words = List.of(dish.split("-"));
        return words.subList(1, words.size());
    }

    static boolean suits(String dish, String order) {
        return dish.startsWith("DISH") && foods(order).containsAll(foods(dish));
    }

    /** This is the letter of the machine, or the table, to use next for an order; null if the hand does not suit it. */
    static String nextUse(String order, String hand, String oven, List<String[]> items) {
        String table = null, dish = hand.startsWith("DISH") ? hand : "";
        for (String[] item : items) {
            if (table != null || !suits(item[2], order)) continue;
            table = item[0] + " " + item[1];
            if (dish.isEmpty()) dish = item[2];
        }
        List<String> missing = new ArrayList<>(foods(order));
        missing.removeAll(foods(dish));
        boolean isSimple = missing.stream().noneMatch(RECIPES::containsKey);
        if (suits(hand, order)) return !isSimple ? "#" : missing.isEmpty() ? "W" : CRATES.get(missing.get(0));
        if (missing.contains(hand) || hand.equals("NONE") && isSimple) return table == null ? "D" : table;
        if (hand.equals("NONE") && missing.contains(BAKED.getOrDefault(oven, oven))) return "O";
        for (String food : missing) {
            String letter = RECIPES.getOrDefault(food, Map.of()).get(hand);
            if (letter != null) return letter;
        }
        return null;
    }

    public static void main(String[] arguments) {
        boolean verbose = List.of(arguments).contains("--verbose");
        // The game begins with all customers (an order and its award) and the kitchen.
        List<String[]> customers = readLines(read()[0]), kitchen = readLines("7");
        while (true) {
            // Each turn has both chefs, the items on the tables, the oven, and the waiting customers.
            String[] turnsLeft = read(), me = read(), partner = read();
            List<String[]> items = readLines(read()[0]);
            String oven = read()[0], hand = me[2];
            List<String[]> waiting = readLines(read()[0]);

            // Your ideas go here. Whatever suits no order goes to the window or onto a table.
            String use = null;
            for (String[] order : waiting) if (use == null) use = nextUse(order[0], hand, oven, items);
            if (use == null) use = hand.startsWith("DISH") ? "W" : "#";
            String answer = use.length() > 1 ? "USE " + use : "WAIT";
            int nearest = 99;
            for (int j = 0; j < 7; j++) {
                for (int i = 0; i < 11; i++) {
                    String column = "" + i, row = "" + j;
                    boolean isFull = items.stream().anyMatch(it -> it[0].equals(column) && it[1].equals(row));
                    int distance = Math.abs(i - Integer.parseInt(me[0])) + Math.abs(j - Integer.parseInt(me[1]));
                    if (!kitchen.get(j)[0].startsWith(use, i) || isFull || distance >= nearest) continue;
                    nearest = distance;
                    answer = "USE " + i + " " + j;
                }
            }
            if (verbose) System.err.println("hand " + hand + ", oven " + oven + ", oldest order " + waiting.get(0)[0] + ": " + answer);
            System.out.println(answer); // The answer is one line: MOVE x y, USE x y or WAIT.
        }
    }
}
