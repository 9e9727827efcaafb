// A student's fail-hard negamax in C++: trees and tic-tac-toe. The first argument is a bug, or `none`.

#include <algorithm>
#include <climits>
#include <cstdlib>
#include <iostream>
#include <string>
#include <vector>

std::string bug;
bool is(const char *name) { return bug == name; }

const int WON = 1000000;
const int LINES[8][3] = {{0, 1, 2}, {3, 4, 5}, {6, 7, 8}, {0, 3, 6}, {1, 4, 7}, {2, 5, 8}, {0, 4, 8}, {2, 4, 6}};
int low = -2 * WON, high = 2 * WON, nodes, best_move;
bool prunes;
const char *at;

struct Tree {
    int value = 0;
    std::vector<Tree> children;
};

Tree read() {
    Tree tree;
    if (*at != '[') {
        char *end;
        tree.value = std::strtol(at, &end, 10);
        at = end;
        return tree;
    }
    do {
        at++;
        tree.children.push_back(read());
    } while (*at == ',');
    at++;
    return tree;
}

int minus(int x) { return (int)(0u - (unsigned)x); }

// One step of both searches: `reply` is the value of move `m`. Returns whether to stop.
struct Node {
    int alpha, beta, best, ply, first_alpha;
    Node(int alpha, int beta, int ply) : alpha(alpha), beta(beta), ply(ply), first_alpha(alpha) {
        best = is("best-is-zero") ? 0 : is("infinity-overflows") ? INT_MIN : -3 * WON;
    }
    int a() const { return !prunes ? low : is("window-swapped") ? minus(alpha) : is("root-window") && ply == 0 ? minus(1) : minus(beta); }
    int b() const { return !prunes ? high : is("window-swapped") ? minus(beta) : is("root-window") && ply == 0 ? 1 : minus(alpha); }
    bool step(int reply, int m) {
        if (is("max-at-both-levels")) reply = minus(reply);
        if (reply > best || (is("last-best-move") && ply == 0 && reply >= best)) {
            best = reply;
            if (ply == 0 || is("root-move-lost")) best_move = m;
        }
        if (!prunes || is("max-at-both-levels")) return false;
        if (best >= beta) return true;
        alpha = std::max(alpha, best);
        return false;
    }
    int result() const {
        if (!prunes || is("max-at-both-levels")) return best;
        if (best >= beta) return is("alpha-returned") ? alpha : beta;
        return alpha;
    }
};

int value(const Tree &tree, int sign, int alpha, int beta, int ply) {
    nodes++;
    if (tree.children.empty()) {
        if (is("evaluation-for-wrong-side")) return tree.value;
        if (is("terminal-sign")) return -sign * tree.value;
        return sign * tree.value;
    }
    Node node(alpha, beta, ply);
    size_t first = is("first-child-skipped"), last = tree.children.size() - is("last-child-skipped");
    for (size_t i = first; i < last; i++)
        if (node.step(minus(value(tree.children[i], -sign, node.a(), node.b(), ply + 1)), i)) break;
    return node.result();
}

std::string board;

int value(char side, int depth, int alpha, int beta, int ply) {
    nodes++;
    char other = side == 'x' ? 'o' : 'x';
    for (auto &line : LINES)
        if (board[line[0]] == other && board[line[1]] == other && board[line[2]] == other) {
            if (is("evaluation-for-wrong-side")) return other == 'x' ? WON : -WON;
            return is("terminal-sign") ? WON : -WON;
        }
    if (board.find('.') == std::string::npos) return is("draw-is-loss") ? -WON : 0;
    int horizon = is("depth-too-small") ? 1 : is("depth-too-large") ? -1 : 0;
    if (depth <= horizon) return 0;
    Node node(alpha, beta, ply);
    int number = 0, count = std::count(board.begin(), board.end(), '.');
    for (int square = 0; square < 9; square++) {
        if (board[square] != '.') continue;
        number++;
        if (is("first-child-skipped") && number == 1) continue;
        if (is("last-child-skipped") && number == count) continue;
        board[square] = side;
        int reply = minus(value(other, depth - 1, node.a(), node.b(), ply + 1));
        if (!is("move-not-undone")) board[square] = '.';
        if (node.step(reply, square)) break;
    }
    return node.result();
}

std::string after(const std::string &line, const std::string &key) {
    size_t place = line.find("\"" + key + "\":");
    return place == std::string::npos ? "" : line.substr(place + key.size() + 3);
}

int main(int, char **arguments) {
    bug = arguments[1];
    if (is("infinity-overflows")) low = INT_MIN, high = INT_MAX;
    for (std::string line; std::getline(std::cin, line);) {
        prunes = after(line, "search").rfind("\"minimax\"", 0) != 0;
        std::string tree = after(line, "tree"), position = after(line, "position"), depth = after(line, "depth");
        nodes = 0;
        best_move = -1;
        if (!tree.empty() && tree[0] == '[') {
            at = tree.c_str();
            Tree root = read();
            int found = value(root, 1, low, high, 0);
            std::cout << "{\"value\":" << found << ",\"nodes\":" << nodes << "}" << std::endl;
        } else if (position.size() > 10 && position[10] == '"' && !depth.empty()) {
            board = position.substr(1, 9);
            char side = (9 - std::count(board.begin(), board.end(), '.')) % 2 ? 'o' : 'x';
            int found = value(side, std::atoi(depth.c_str()), low, high, 0);
            if (is("value-for-first-side") && side == 'o') found = -found;
            std::cout << "{\"move\":";
            if (best_move < 0) std::cout << "null";
            else std::cout << '"' << "abc"[best_move % 3] << best_move / 3 + 1 << '"';
            std::cout << ",\"value\":" << found << ",\"nodes\":" << nodes << "}" << std::endl;
        } else {
            std::cout << "{\"error\":\"only trees and tic-tac-toe\"}" << std::endl;
        }
    }
}
