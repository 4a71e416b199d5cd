// A first bot for Tron: it moves along walls and trails.
import java.util.*;

class MyBot {
    record Cell(int x, int y) {
        /** The cells beside this one, in the order of the words. */
        List<Cell> beside() {
            return List.of(new Cell(x, y - 1), new Cell(x, y + 1), new Cell(x - 1, y), new Cell(x + 1, y));
        }
    }

    static final String[] WORDS = {"UP", "DOWN", "LEFT", "RIGHT"};
    static int width, height;
    static List<Set<Cell>> trails = new ArrayList<>(); // By player.

    static boolean isFree(Cell cell) {
        boolean isInside = cell.x >= 0 && cell.x < width && cell.y >= 0 && cell.y < height;
        return isInside && trails.stream().noneMatch(trail -> trail.contains(cell));
    }

    public static void main(String[] arguments) {
        boolean verbose = List.of(arguments).contains("--verbose");
        Scanner input = new Scanner(System.in);
        // The game begins with the size of the grid, the number of players, and the own number.
        width = input.nextInt();
        height = input.nextInt();
        int players = input.nextInt(), me = input.nextInt();
        for (int i = 0; i < players; i++) trails.add(new HashSet<>());
        while (input.hasNext()) { // The program ends when its input ends.
            // Each turn tells where all cycles are; -1 -1 is one that is out, whose trail vanishes.
            Cell at = null;
            for (int i = 0; i < players; i++) {
                Cell place = new Cell(input.nextInt(), input.nextInt());
                trails.get(i).add(place);
                if (place.x < 0) trails.get(i).clear();
                if (i == me) at = place;
            }
            // Your ideas go here. This bot likes a free cell with few free cells beside it, but at least one.
            String best = "UP";
            long least = 99;
            for (int i = 0; i < 4; i++) {
                Cell to = at.beside().get(i);
                long room = to.beside().stream().filter(MyBot::isFree).count();
                if (room == 0) room = 9;
                if (isFree(to) && room < least) {
                    best = WORDS[i];
                    least = room;
                }
            }
            if (verbose) System.err.println("at " + at + " room " + least + " -> " + best);
            System.out.println(best); // The answer is one line.
        }
    }
}
