// A student's program: docs/teaching/Starter.java, completed. Trees and tic-tac-toe, minimax and alpha-beta.

import java.io.*;
import java.util.*;
import java.util.regex.*;

public class Complete {
    static final int WON = 1_000_000;
    static final int[][] LINES = {{0, 1, 2}, {3, 4, 5}, {6, 7, 8}, {0, 3, 6}, {1, 4, 7}, {2, 5, 8}, {0, 4, 8}, {2, 4, 6}};
    static String text;
    static int at, nodes, best;
    static boolean prunes;

    interface Tree {}
    record Leaf(int value) implements Tree {}
    record Node(List<Tree> children) implements Tree {}

    static Tree read() {
        if (text.charAt(at) != '[') {
            int start = at;
            while (at < text.length() && "-0123456789".indexOf(text.charAt(at)) >= 0) at++;
            return new Leaf(Integer.parseInt(text.substring(start, at)));
        }
        List<Tree> children = new ArrayList<>();
        do {
            at++;
            children.add(read());
        } while (text.charAt(at) == ',');
        at++;
        return new Node(children);
    }

    /** Max/min form, fail-hard. */
    static int value(Tree tree, int alpha, int beta, boolean max) {
        nodes++;
        if (tree instanceof Leaf leaf) return leaf.value();
        int value = max ? -2 * WON : 2 * WON;
        for (Tree child : ((Node) tree).children()) {
            int reply = value(child, alpha, beta, !max);
            value = max ? Math.max(value, reply) : Math.min(value, reply);
            if (prunes && max) alpha = Math.max(alpha, value);
            if (prunes && !max) beta = Math.min(beta, value);
            if (prunes && alpha >= beta) break;
        }
        return value;
    }

    /** Negamax form. */
    static int value(char[] board, char side, int depth, int alpha, int beta, boolean root) {
        nodes++;
        char other = side == 'x' ? 'o' : 'x';
        for (int[] line : LINES) {
            if (board[line[0]] == other && board[line[1]] == other && board[line[2]] == other) return -WON;
        }
        boolean full = new String(board).indexOf('.') < 0;
        if (full || depth == 0) return 0;
        int value = -2 * WON;
        for (int square = 0; square < 9; square++) {
            if (board[square] != '.') continue;
            board[square] = side;
            int reply = prunes
                ? -value(board, other, depth - 1, -beta, -Math.max(alpha, value), false)
                : -value(board, other, depth - 1, alpha, beta, false);
            board[square] = '.';
            if (reply > value) {
                value = reply;
                if (root) best = square;
            }
            if (prunes && value >= beta) break;
        }
        return value;
    }

    static String field(String line, String pattern) {
        Matcher found = Pattern.compile(pattern).matcher(line);
        return found.find() ? found.group(1) : null;
    }

    public static void main(String[] arguments) throws IOException {
        BufferedReader in = new BufferedReader(new InputStreamReader(System.in));
        for (String line; (line = in.readLine()) != null; ) {
            prunes = !line.contains("\"search\":\"minimax\"");
            nodes = 0;
            String tree = field(line, "\"tree\":(\\[[-\\[\\],0-9]*\\])");
            String position = field(line, "\"position\":\"([xo.]{9})\"");
            String depth = field(line, "\"depth\":([0-9]+)");
            if (tree != null) {
                text = tree;
                at = 0;
                int value = value(read(), -2 * WON, 2 * WON, true);
                System.out.println("{\"value\":" + value + ",\"nodes\":" + nodes + "}");
            } else if (position != null && depth != null) {
                long moves = position.chars().filter(c -> c != '.').count();
                best = -1;
                int value = value(position.toCharArray(), moves % 2 == 0 ? 'x' : 'o', Integer.parseInt(depth), -2 * WON, 2 * WON, true);
                String move = best < 0 ? "null" : "\"" + "abc".charAt(best % 3) + (best / 3 + 1) + "\"";
                System.out.println("{\"move\":" + move + ",\"value\":" + value + ",\"nodes\":" + nodes + "}");
            } else {
                System.out.println("{\"error\":\"I know trees and tic-tac-toe\"}");
            }
        }
    }
}
