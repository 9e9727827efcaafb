// A student's program: docs/teaching/starter.cpp, completed. Trees and tic-tac-toe, minimax and alpha-beta.

#include <algorithm>
#include <cstdlib>
#include <iostream>
#include <string>
#include <vector>

const int WON = 1000000;
const int LINES[8][3] = {{0, 1, 2}, {3, 4, 5}, {6, 7, 8}, {0, 3, 6}, {1, 4, 7}, {2, 5, 8}, {0, 4, 8}, {2, 4, 6}};
const char *at;
int nodes, best;
bool prunes;

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

// Negamax form, fail-hard; the leaves are for MAX. The root is not counted.
int value(const Tree &tree, int sign, int alpha, int beta) {
    if (tree.children.empty()) return sign * tree.value;
    if (!prunes) {
        int most = -2 * WON;
        for (const Tree &child : tree.children) {
            nodes++;
            most = std::max(most, -value(child, -sign, alpha, beta));
        }
        return most;
    }
    for (const Tree &child : tree.children) {
        nodes++;
        int reply = -value(child, -sign, -beta, -alpha);
        if (reply >= beta) return beta;
        alpha = std::max(alpha, reply);
    }
    return alpha;
}

int value(std::string &board, char side, int depth, int alpha, int beta, bool root) {
    nodes++;
    char other = side == 'x' ? 'o' : 'x';
    for (auto &line : LINES)
        if (board[line[0]] == other && board[line[1]] == other && board[line[2]] == other) return -WON;
    if (board.find('.') == std::string::npos || depth == 0) return 0;
    int most = -2 * WON;
    for (int square = 0; square < 9; square++) {
        if (board[square] != '.') continue;
        board[square] = side;
        int reply = prunes ? -value(board, other, depth - 1, -beta, -std::max(alpha, most), false)
                           : -value(board, other, depth - 1, alpha, beta, false);
        board[square] = '.';
        if (reply > most) {
            most = reply;
            if (root) best = square;
        }
        if (prunes && most >= beta) break;
    }
    return most;
}

std::string after(const std::string &line, const std::string &key) {
    size_t place = line.find("\"" + key + "\":");
    return place == std::string::npos ? "" : line.substr(place + key.size() + 3);
}

int main() {
    for (std::string line; std::getline(std::cin, line);) {
        prunes = after(line, "search").rfind("\"minimax\"", 0) != 0;
        std::string tree = after(line, "tree"), position = after(line, "position"), depth = after(line, "depth");
        nodes = 0;
        if (!tree.empty() && tree[0] == '[') {
            at = tree.c_str();
            Tree root = read();
            int found = value(root, 1, -2 * WON, 2 * WON);
            std::cout << "{\"value\":" << found << ",\"nodes\":" << nodes << "}" << std::endl;
        } else if (position.size() > 10 && position[10] == '"' && !depth.empty()) {
            std::string board = position.substr(1, 9);
            int moves = 9 - std::count(board.begin(), board.end(), '.');
            best = -1;
            int found = value(board, moves % 2 ? 'o' : 'x', std::atoi(depth.c_str()), -2 * WON, 2 * WON, true);
            std::cout << "{\"move\":";
            if (best < 0) std::cout << "null";
            else std::cout << '"' << "abc"[best % 3] << best / 3 + 1 << '"';
            std::cout << ",\"value\":" << found << ",\"nodes\":" << nodes << "}" << std::endl;
        } else {
            std::cout << "{\"error\":\"I know trees and tic-tac-toe\"}" << std::endl;
        }
    }
}
