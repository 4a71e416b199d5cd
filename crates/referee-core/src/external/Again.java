import java.io.FileDescriptor;
import java.io.FileInputStream;
import java.io.FileOutputStream;
import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.PrintStream;
import java.io.PushbackInputStream;
import java.lang.reflect.Field;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;

/** Plays game after game with the referee on the class path, until its input ends. */
public class Again {
    public static void main(String[] args) throws Exception {
        PrintStream out = new PrintStream(new FileOutputStream(FileDescriptor.out), true, "UTF-8");
        // What the referee itself prints is no part of the protocol.
        System.setOut(new PrintStream(OutputStream.nullOutputStream()));
        PushbackInputStream in = new PushbackInputStream(new FileInputStream(FileDescriptor.in));
        Class<?> referee = Class.forName("com.codingame.gameengine.core.RefereeMain");
        // As in its own `main`.
        try {
            Field inProduction = referee.getDeclaredField("inProduction");
            inProduction.setAccessible(true);
            inProduction.setBoolean(null, true);
        } catch (NoSuchFieldException old) {
            // Older engines make no difference.
        }
        Method start = referee.getMethod("start", InputStream.class, PrintStream.class);
        for (int next = in.read(); next >= 0; next = in.read()) {
            in.unread(next);
            try {
                start.invoke(null, new Open(in), new PrintStream(new Kept(out), true, "UTF-8"));
            } catch (InvocationTargetException failed) {
                // Old engines tell no failure. Nobody knows what is left in this process, so it ends.
                // The driver quotes the last lines, so a whole stack trace would hide what happened.
                System.err.println(failed.getCause());
                StackTraceElement[] trace = failed.getCause().getStackTrace();
                for (int i = 0; i < Math.min(3, trace.length); i++) {
                    System.err.println("at " + trace[i]);
                }
                System.exit(1);
            }
        }
    }

    /** An input that stays open. */
    private static class Open extends FilterInputStream {
        Open(InputStream in) {
            super(in);
        }

        @Override
        public void close() {
        }
    }

    /** An output that stays open. */
    private static class Kept extends OutputStream {
        private final OutputStream out;

        Kept(OutputStream out) {
            this.out = out;
        }

        @Override
        public void write(int value) throws IOException {
            out.write(value);
        }

        @Override
        public void write(byte[] bytes, int from, int length) throws IOException {
            out.write(bytes, from, length);
        }

        @Override
        public void flush() throws IOException {
            out.flush();
        }
    }
}
