// A first bot for the fruit hunt: it goes to the nearest fruit and takes it.
import java.util.*;

class MyBot {
    static final Scanner input = new Scanner(System.in);

    /** This reads the words of the next line. The program ends when its input ends. */
    static String[] read() {
        if (!input.hasNextLine()) System.exit(0);
        return input.nextLine().split(" ");
    }

    public static void main(String[] arguments) {
        boolean verbose = List.of(arguments).contains("--verbose");
        // The game begins with its name, the size of the board, and the pieces of each category.
        String[] name = read(), size = read(), pieces = read();
        int height = Integer.parseInt(size[1]);
        while (true) {
            // Each turn has the board, the cells of both robots, and their fruit (in halves).
            List<String> rows = new ArrayList<>();
            while (rows.size() < height) rows.add(read()[0]);
            String[] places = read(), mine = read(), theirs = read();
            int x = Integer.parseInt(places[0]), y = Integer.parseInt(places[1]);

            // Your ideas go here: which fruit is worth the way?
            String answer = "PASS";
            int nearest = Integer.MAX_VALUE;
            for (int j = 0; j < height; j++) {
                for (int i = 0; i < rows.get(j).length(); i++) {
                    int distance = Math.abs(i - x) + Math.abs(j - y);
                    if (rows.get(j).charAt(i) == '.' || distance >= nearest) continue;
                    nearest = distance;
                    if (i != x) answer = i > x ? "EAST" : "WEST";
                    else if (j != y) answer = j > y ? "SOUTH" : "NORTH";
                    else answer = "TAKE";
                }
            }
            if (verbose) {
                String fruit = "mine " + String.join(" ", mine) + ", theirs " + String.join(" ", theirs);
                System.err.println("at " + x + " " + y + ", " + fruit + " -> " + answer);
            }
            System.out.println(answer); // The answer is one line.
        }
    }
}
