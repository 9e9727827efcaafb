// A student's max/min form with a flag, on one board; x is MAX, and the root has a loop of its own. Trees and tic-tac-toe. The tests
// change lines of it.

import java.util.*;

public class Flag {
    static final int WIN = 1000000;
    static int inf = Integer.MAX_VALUE;
    static int visited;
    static boolean pruning;
    static int[] board = new int[9];
    static final int[][] ROWS = {{0,1,2},{3,4,5},{6,7,8},{0,3,6},{1,4,7},{2,5,8},{0,4,8},{6,4,2}};

    static int winner() {
        for (int[] r : ROWS) {
            int sum = board[r[0]] + board[r[1]] + board[r[2]];
            if (sum == 3) return 1;
            if (sum == -3) return -1;
        }
        return 0;
    }

    static boolean full() {
        for (int cell : board) if (cell == 0) return false;
        return true;
    }

    static int search(int depth, int alpha, int beta, boolean max) {
        visited++;
        int w = winner();
        if (w != 0) return w * WIN;
        if (full()) return 0;
        if (depth == 0) return 0;
        if (max) {
            int best = -inf;
            for (int i = 0; i < 9; i++) {
                if (board[i] != 0) continue;
                board[i] = 1;
                int v = search(depth - 1, alpha, beta, false);
                board[i] = 0;
                best = Math.max(best, v);
                alpha = Math.max(alpha, v);
                if (pruning && alpha >= beta) break;
            }
            return best;
        } else {
            int best = inf;
            for (int i = 0; i < 9; i++) {
                if (board[i] != 0) continue;
                board[i] = -1;
                int v = search(depth - 1, alpha, beta, true);
                board[i] = 0;
                best = Math.min(best, v);
                beta = Math.min(beta, v);
                if (pruning && alpha >= beta) break;
            }
            return best;
        }
    }

    static String play(int depth, int side) {
        int w = winner();
        visited++;
        if (w != 0) return "\"value\":" + side * w * WIN;
        if (full() || depth == 0) return "\"value\":0";
        int choice = -1;
        int best = side == 1 ? -inf : inf;
        int alpha = -inf, beta = inf;
        for (int i = 0; i < 9; i++) {
            if (board[i] != 0) continue;
            board[i] = side;
            int v = search(depth - 1, alpha, beta, side == -1);
            board[i] = 0;
            if (side == 1 && v > best) {
                best = v;
                choice = i;
                alpha = Math.max(alpha, best);
            }
            if (side == -1 && v < best) {
                best = v;
                choice = i;
                beta = Math.min(beta, best);
            }
        }
        return "\"move\":\"" + "abc".charAt(choice % 3) + (choice / 3 + 1) + "\",\"value\":" + side * best;
    }

    // Trees.
    static Object parse(String s, int[] at) {
        if (s.charAt(at[0]) == '[') {
            List<Object> list = new ArrayList<>();
            while (s.charAt(at[0]) != ']') {
                at[0]++;
                list.add(parse(s, at));
            }
            at[0]++;
            return list;
        }
        int start = at[0];
        while (at[0] < s.length() && s.charAt(at[0]) != ',' && s.charAt(at[0]) != ']') at[0]++;
        return Integer.valueOf(s.substring(start, at[0]).trim());
    }

    static int walk(Object node, int alpha, int beta, boolean max) {
        visited++;
        if (node instanceof Integer) return (Integer) node;
        List<?> children = (List<?>) node;
        int best = max ? -inf : inf;
        for (int i = 0; i < children.size(); i++) {
            int v = walk(children.get(i), alpha, beta, !max);
            if (max) {
                best = Math.max(best, v);
                alpha = Math.max(alpha, v);
            } else {
                best = Math.min(best, v);
                beta = Math.min(beta, v);
            }
            if (pruning && alpha >= beta) break;
        }
        return best;
    }

    static String field(String line, String name) {
        int at = line.indexOf("\"" + name + "\":");
        if (at < 0) throw new RuntimeException("no " + name);
        return line.substring(at + name.length() + 3);
    }

    public static void main(String[] args) {
        Scanner in = new Scanner(System.in);
        while (in.hasNextLine()) {
            String line = in.nextLine();
            try {
                visited = 0;
                pruning = !field(line, "search").startsWith("\"minimax");
                if (line.contains("\"tree\":")) {
                    int v = walk(parse(field(line, "tree"), new int[1]), -inf, inf, true);
                    System.out.println("{\"value\":" + v + ",\"nodes\":" + visited + "}");
                } else if (line.contains("tictactoe")) {
                    String cells = field(line, "position").substring(1, 10);
                    int sum = 0;
                    for (int i = 0; i < 9; i++) sum += board[i] = cells.charAt(i) == 'x' ? 1 : cells.charAt(i) == 'o' ? -1 : 0;
                    String number = field(line, "depth").replaceAll("[^0-9].*", "");
                    System.out.println("{" + play(Integer.parseInt(number), sum == 0 ? 1 : -1) + ",\"nodes\":" + visited + "}");
                } else throw new RuntimeException("unknown game");
            } catch (RuntimeException e) {
                System.out.println("{\"error\":\"cannot answer\"}");
            }
        }
    }
}
