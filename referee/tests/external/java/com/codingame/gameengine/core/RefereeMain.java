package com.codingame.gameengine.core;

import java.io.InputStream;
import java.io.PrintStream;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.Scanner;

/**
 * Stands in for a referee of CodinGame's engine, under the name of its program. Each player says a number in each of ten
 * turns; the sum is its score. The parameter "odd" chooses what a real referee may do wrong in a process that is used again.
 */
public class RefereeMain {
    /** What a referee keeps by mistake. */
    private static final List<byte[]> KEPT = new ArrayList<>();
    private static int games = 0;

    public static void main(String[] args) {
        start(System.in, System.out);
    }

    public static void start(InputStream in, PrintStream out) {
        Scanner input = new Scanner(in);
        int parameters = count(input.nextLine()) - 1;
        int players = Integer.parseInt(input.nextLine());
        String odd = "";
        long seed = 0;
        for (int i = 0; i < parameters; i++) {
            String[] pair = input.nextLine().split("=", 2);
            odd = pair[0].equals("odd") ? pair[1] : odd;
            seed = pair[0].equals("seed") ? Long.parseLong(pair[1]) : seed;
        }
        games++;
        System.out.println("A referee's own print is no part of the protocol.");
        Random random = new Random(seed);
        int[] scores = new int[players];
        for (int turn = 0; turn < 10; turn++) {
            for (int player = 0; player < players; player++) {
                if (odd.equals("leak")) {
                    KEPT.add(new byte[4 << 20]);
                }
                input.nextLine();
                block(out, "VIEW", player == 0 ? "KEY_FRAME " + turn + "\n{}" : "INTERMEDIATE_FRAME " + turn);
                out.println("[[INFOS] 0]");
                String state = odd.equals("static") ? "\ngame " + games : "";
                block(out, "NEXT_PLAYER_INPUT", turn + "\n" + random.nextInt(100) + "\nl" + state);
                block(out, "NEXT_PLAYER_INFO", player + "\n1\n" + (turn == 0 ? 1000 : 100));
                int lines = count(input.nextLine());
                scores[player] += lines == 1 ? Integer.parseInt(input.nextLine()) : -100;
            }
        }
        input.nextLine();
        block(out, "VIEW", "KEY_FRAME 10\n{}");
        out.println("[[INFOS] 0]");
        block(out, "UINPUT", "seed=" + seed);
        block(out, "METADATA", "{}");
        StringBuilder lines = new StringBuilder();
        for (int player = 0; player < players; player++) {
            lines.append(player == 0 ? "" : "\n").append(player).append(' ').append(scores[player]);
        }
        block(out, "SCORES", lines.toString());
        input.close();
    }

    private static int count(String header) {
        return Integer.parseInt(header.replaceAll("\\D", ""));
    }

    private static void block(PrintStream out, String name, String lines) {
        out.println("[[" + name + "] " + lines.split("\n").length + "]\n" + lines);
    }
}
