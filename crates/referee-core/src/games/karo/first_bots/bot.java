// A first bot for the race: it tries all ways of driving four moves on and takes the one that comes nearest to its goal.
import java.io.*;
import java.util.*;

class MyBot {
    record Cell(int x, int y) {}

    /** The greatest speed in each direction. Faster cars need to look further ahead. */
    static final int FASTEST = 3;
    static final BufferedReader input = new BufferedReader(new InputStreamReader(System.in));
    static final Map<Cell, Character> road = new HashMap<>(); // The letters of all cells that can be driven on.
    static final Map<Cell, Integer> steps = new HashMap<>(); // From each cell to the nearest goal.

    /** This reads the words of the next line. The program ends when its input ends. */
    static List<String> read() throws IOException {
        String line = input.readLine();
        if (line == null || line.equals("over")) System.exit(0);
        return List.of(line.split(" "));
    }

    /** This reads a line with a word and a number, and this number of lines. */
    static List<List<String>> readList() throws IOException {
        int count = Integer.parseInt(read().get(1));
        List<List<String>> lines = new ArrayList<>();
        while (lines.size() < count) lines.add(read());
        return lines;
    }

    /** This fills `steps` for goals that have one of these letters. */
    static void findSteps(String goals) {
        steps.clear();
        Deque<Cell> cells = new ArrayDeque<>();
        road.forEach((cell, letter) -> {
            if (goals.indexOf(letter) < 0) return;
            steps.put(cell, 0);
            cells.add(cell);
        });
        while (!cells.isEmpty()) {
            Cell at = cells.remove();
            for (int i = 0; i < 9; i++) {
                Cell to = new Cell(at.x + i / 3 - 1, at.y + i % 3 - 1);
                if (road.containsKey(to) && steps.putIfAbsent(to, steps.get(at) + 1) == null) cells.add(to);
            }
        }
    }

    /** This is the distance from the goal after a move to x y and some more moves; less is better. */
    static int rating(int x, int y, int xv, int yv, int moves) {
        if (Math.max(Math.abs(xv), Math.abs(yv)) > FASTEST || xv == 0 && yv == 0) return 999;
        boolean passesGoal = false;
        for (int i = 0; i < 6; i++) {
            // A cell under the move. The site's rule is more exact, but this is nearly the same.
            Cell at = new Cell(x - Math.floorDiv(xv * i + 3, 6), y - Math.floorDiv(yv * i + 3, 6));
            if (!road.containsKey(at)) return 999;
            passesGoal |= steps.getOrDefault(at, 998) == 0;
        }
        if (passesGoal) return -moves;
        int best = moves == 0 ? steps.getOrDefault(new Cell(x, y), 998) : 999;
        for (int i = 0; moves > 0 && i < 9; i++) {
            int nextX = xv + i / 3 - 1, nextY = yv + i % 3 - 1;
            best = Math.min(best, rating(x + nextX, y + nextY, nextX, nextY, moves - 1));
        }
        return best;
    }

    public static void main(String[] arguments) throws IOException {
        boolean verbose = List.of(arguments).contains("--verbose");
        // The game begins with some settings, each a word with its values, and the map as the last one.
        Map<String, List<String>> settings = new HashMap<>();
        while (!settings.containsKey("map")) {
            List<String> words = read();
            settings.put(words.get(0), words.subList(1, words.size()));
        }
        int me = Integer.parseInt(settings.get("seats").get(1));
        int height = Integer.parseInt(settings.get("map").get(1));
        for (int y = 0; y < height; y++) {
            String row = read().get(0);
            for (int x = 0; x < row.length(); x++) {
                if ("OSF.123456789".indexOf(row.charAt(x)) >= 0) road.put(new Cell(x, y), row.charAt(x));
            }
        }
        while (true) {
            // Each turn has the new records, all players, and the possible moves; the rules forbid those that end in 0.
            boolean isStart = read().get(1).equals("1");
            List<List<String>> records = readList(), players = readList(), candidates = readList();

            // Your ideas go here. The goals are the checkpoints that are still missing, and then the finish.
            String goals = "";
            for (String checkpoint : settings.get("checkpoints")) {
                if (!players.get(me).get(5).contains(checkpoint)) goals += checkpoint;
            }
            findSteps(goals.isEmpty() ? "F" : goals);
            String answer = "LEAVE";
            int least = Integer.MAX_VALUE;
            for (List<String> move : candidates) {
                int[] it = move.stream().mapToInt(Integer::parseInt).toArray();
                int rating = isStart ? steps.getOrDefault(new Cell(it[0], it[1]), 998) : rating(it[0], it[1], it[2], it[3], 3);
                if (it[4] == 0 || rating >= least) continue;
                least = rating;
                answer = isStart ? "START " + it[0] + " " + it[1] : "MOVE " + String.join(" ", move.subList(0, 4));
            }
            if (verbose) System.err.println(candidates.size() + " moves, goals " + goals + " -> " + answer);
            System.out.println(answer); // The answer is one line: START x y on the first turn, later MOVE x y xv yv.
        }
    }
}
