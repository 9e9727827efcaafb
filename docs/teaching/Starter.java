// A starter in Java: trees that are written down, one JSON object a line in and one out.
//
//     espalier grade docs/teaching/Starter.java --assignment minimax
//
// Fill in `value`: it looks at the first leaf and at nothing else. docs/teaching.md says what is asked.

import java.io.*;
import java.util.regex.*;

public class Starter {
    static String text; // the tree, such as [[3,12],[2,4]]
    static int at; // where we are in it
    static int nodes;

    /** The value of the tree that begins at `at`, and `at` moves behind it. */
    static int value(boolean max) {
        nodes++;
        if (text.charAt(at) != '[') {
            int start = at;
            while (at < text.length() && "-0123456789".indexOf(text.charAt(at)) >= 0) at++;
            return Integer.parseInt(text.substring(start, at));
        }
        at++; // the bracket; after each child comes a comma, or the bracket that closes
        return value(!max);
    }

    public static void main(String[] arguments) throws IOException {
        BufferedReader in = new BufferedReader(new InputStreamReader(System.in));
        Pattern tree = Pattern.compile("\"tree\":([-\\[\\],0-9]+)");
        for (String line; (line = in.readLine()) != null; ) {
            Matcher found = tree.matcher(line);
            if (found.find()) {
                text = found.group(1).replaceAll(",$", "");
                at = nodes = 0;
                System.out.println("{\"value\":" + value(true) + ",\"nodes\":" + nodes + "}");
            } else {
                System.out.println("{\"error\":\"I only know trees\"}");
            }
        }
    }
}
