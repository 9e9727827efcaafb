// A starter in Java: number trees and tic-tac-toe. Write `search`; the rest is done.
//
//     espalier grade docs/teaching/Starter.java --assignment minimax
//
// The program reads a question on each line, a JSON object, and writes an answer on each line. docs/teaching.md describes both.

import java.io.*;
import java.util.*;

public class Starter {
    static final int WON = 1_000_000;
    static final int INFINITY = 10 * WON;
    static int nodes; // positions entered; `answer` sets it to 0 before each question

    /** A value for the side to move, and the best move (null if there is none). */
    record Found(int value, Integer move) {}

    /** A position of a game. Values are for the side to move. */
    interface State {
        Integer result(); // the value if the game is over, otherwise null
        int evaluation(); // the value where the depth ends
        List<Integer> moves(); // in the order in which to try them
        State after(int move); // the state after a move, with the other side to move
        String name(int move);
    }

    /** Returns the value of a state for the side to move, and its best move. */
    static Found search(State state, int depth, int alpha, int beta) {
        nodes++;
        // YOUR SEARCH: this one chooses the first move and says that every state is worth 0.
        List<Integer> moves = state.moves();
        return new Found(0, moves.isEmpty() ? null : moves.get(0));
    }

    /** A tree of numbers: a leaf is a number for MAX, a node is the list of its children. `sign` is 1 if MAX moves. */
    record Tree(Object tree, int sign) implements State {
        public Integer result() {
            return tree instanceof Number leaf ? (Integer) (sign * leaf.intValue()) : null;
        }

        public int evaluation() {
            return 0;
        }

        public List<Integer> moves() {
            List<Integer> moves = new ArrayList<>();
            if (tree instanceof List<?> children) for (int i = 0; i < children.size(); i++) moves.add(i);
            return moves;
        }

        public State after(int move) {
            return new Tree(((List<?>) tree).get(move), -sign);
        }

        public String name(int move) {
            return null;
        }
    }

    /** A board of nine letters, row by row: x, o, or a dot. */
    record TicTacToe(String board) implements State {
        static final int[][] LINES = {{0, 1, 2}, {3, 4, 5}, {6, 7, 8}, {0, 3, 6}, {1, 4, 7}, {2, 5, 8}, {0, 4, 8}, {2, 4, 6}};

        char side() {
            return moves().size() % 2 == 1 ? 'x' : 'o';
        }

        public Integer result() {
            char other = side() == 'x' ? 'o' : 'x';
            for (int[] line : LINES)
                if (board.charAt(line[0]) == other && board.charAt(line[1]) == other && board.charAt(line[2]) == other) return -WON;
            return board.indexOf('.') < 0 ? 0 : null;
        }

        public int evaluation() {
            return 0;
        }

        public List<Integer> moves() {
            List<Integer> moves = new ArrayList<>();
            for (int square = 0; square < 9; square++) if (board.charAt(square) == '.') moves.add(square);
            return moves;
        }

        public State after(int move) {
            return new TicTacToe(board.substring(0, move) + side() + board.substring(move + 1));
        }

        public String name(int move) {
            return "abc".charAt(move % 3) + "" + (move / 3 + 1);
        }
    }

    static String answer(Map<?, ?> question) {
        nodes = 0;
        State state;
        int depth = 100;
        if ("tree".equals(question.get("game"))) {
            state = new Tree(question.get("tree"), 1);
        } else if ("tictactoe".equals(question.get("game"))) {
            state = new TicTacToe((String) question.get("position"));
            depth = ((Number) question.get("depth")).intValue();
        } else {
            return "{\"error\":\"not supported\"}";
        }
        Found found = search(state, depth, -INFINITY, INFINITY);
        String reply = "{\"value\":" + found.value + ",\"nodes\":" + nodes;
        if (found.move != null && state.name(found.move) != null) reply += ",\"move\":\"" + state.name(found.move) + "\"";
        return reply + "}";
    }

    /** A JSON reader: objects are maps, lists are lists, and text, numbers, true, false and null are what they are in Java. */
    static class Json {
        final String text;
        int at;

        Json(String text) {
            this.text = text;
        }

        char next() {
            while (Character.isWhitespace(text.charAt(at))) at++;
            return text.charAt(at);
        }

        Object read() {
            char first = next();
            if (first == '{') {
                Map<String, Object> map = new HashMap<>();
                for (at++; next() != '}'; ) {
                    String key = string();
                    if (next() == ':') at++;
                    map.put(key, read());
                    if (next() == ',') at++;
                }
                at++;
                return map;
            }
            if (first == '[') {
                List<Object> list = new ArrayList<>();
                for (at++; next() != ']'; ) {
                    list.add(read());
                    if (next() == ',') at++;
                }
                at++;
                return list;
            }
            if (first == '"') return string();
            int start = at;
            while (at < text.length() && ",]} \t".indexOf(text.charAt(at)) < 0) at++;
            String word = text.substring(start, at);
            return word.equals("null") ? null : word.equals("true") || word.equals("false") ? (Object) word.equals("true") : Double.valueOf(word);
        }

        String string() {
            if (next() != '"') throw new IllegalArgumentException("no text at " + at);
            StringBuilder found = new StringBuilder();
            for (at++; text.charAt(at) != '"'; at++) {
                if (text.charAt(at) == '\\') at++;
                found.append(text.charAt(at));
            }
            at++;
            return found.toString();
        }
    }

    public static void main(String[] arguments) throws IOException {
        BufferedReader in = new BufferedReader(new InputStreamReader(System.in));
        for (String line; (line = in.readLine()) != null; ) {
            try {
                System.out.println(answer((Map<?, ?>) new Json(line).read()));
            } catch (RuntimeException error) {
                System.out.println("{\"error\":\"not a question\"}");
            }
        }
    }
}
