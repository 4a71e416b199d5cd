// This tests BOT.java. Run it with: java BOTTest.java
import java.nio.charset.StandardCharsets;

class BOTTest {
    static final String BUILD = "BUILD_COMMAND";
    static final String GAME = "PLAY_COMMAND";

    /** This runs a command and returns what it printed. */
    static String run(String command) throws Exception {
        ProcessBuilder builder = new ProcessBuilder("sh", "-c", command);
        Process process = builder.redirectError(ProcessBuilder.Redirect.INHERIT).start();
        String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        if (process.waitFor() != 0) fail("this command failed: " + command);
        return output;
    }

    static void fail(String reason) {
        System.out.println("failed: " + reason);
        System.exit(1);
    }

    public static void main(String[] arguments) throws Exception {
        run(BUILD);
        String result = run(GAME);
        if (result.contains("\"thrown_out\"")) fail("the bot made a fault: " + result);
        // Add what your bot should reach. The result has the scores of all players.
        System.out.println("passed: it plays a game without a fault");
    }
}
