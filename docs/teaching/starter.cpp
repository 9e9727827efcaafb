// A starter in C++: number trees and tic-tac-toe. Write `search`; the rest is done.
//
//     espalier grade docs/teaching/starter.cpp --assignment minimax
//
// The program reads a question on each line, a JSON object, and writes an answer on each line. docs/teaching.md describes both.

#include <algorithm>
#include <iostream>
#include <map>
#include <memory>
#include <optional>
#include <stdexcept>
#include <string>
#include <vector>

const int WON = 1000000;
const int INFINITE = 10 * WON;
int nodes; // positions entered; `answer` sets it to 0 before each question

/** A value for the side to move, and the best move if there is one. */
struct Found {
    int value;
    std::optional<int> move;
};

/** A position of a game. Values are for the side to move. */
struct State {
    virtual std::optional<int> result() const = 0;                // the value if the game is over
    virtual int evaluation() const = 0;                           // the value where the depth ends
    virtual std::vector<int> moves() const = 0;                   // in the order in which to try them
    virtual std::unique_ptr<State> after(int move) const = 0;     // the state after a move, with the other side to move
    virtual std::string name(int move) const = 0;
    virtual ~State() = default;
};

/** Returns the value of a state for the side to move, and its best move. */
Found search(const State &state, int depth, int alpha, int beta) {
    nodes++;
    // YOUR SEARCH: this one chooses the first move and says that every state is worth 0.
    (void)depth, (void)alpha, (void)beta;
    std::vector<int> moves = state.moves();
    return {0, moves.empty() ? std::nullopt : std::optional(moves[0])};
}

/** A JSON value: a map, a list, a text, or a number. */
struct Json {
    enum Kind { NOTHING, NUMBER, TEXT, LIST, MAP } kind = NOTHING;
    double number = 0;
    std::string text;
    std::vector<Json> list;
    std::map<std::string, Json> map;

    /** Reads a value from `line` at `at`, and moves `at` past it. */
    static Json read(const std::string &line, size_t &at) {
        Json json;
        char first = next(line, at);
        if (first == '{') {
            json.kind = MAP;
            for (at++; next(line, at) != '}';) {
                std::string key = read_text(line, at);
                if (next(line, at) == ':') at++;
                json.map[key] = read(line, at);
                if (next(line, at) == ',') at++;
            }
            at++;
        } else if (first == '[') {
            json.kind = LIST;
            for (at++; next(line, at) != ']';) {
                json.list.push_back(read(line, at));
                if (next(line, at) == ',') at++;
            }
            at++;
        } else if (first == '"') {
            json.kind = TEXT;
            json.text = read_text(line, at);
        } else {
            size_t end = line.find_first_of(",]} \t", at);
            std::string word = line.substr(at, end - at);
            at = std::min(end, line.size());
            if (word == "null" || word == "true" || word == "false") return json;
            json.kind = NUMBER;
            json.number = std::stod(word);
        }
        return json;
    }

    static char next(const std::string &line, size_t &at) {
        while (at < line.size() && std::isspace((unsigned char)line[at])) at++;
        return line.at(at);
    }

    static std::string read_text(const std::string &line, size_t &at) {
        if (next(line, at) != '"') throw std::runtime_error("no text");
        std::string found;
        for (at++; line.at(at) != '"'; at++) {
            if (line[at] == '\\') at++;
            found += line.at(at);
        }
        at++;
        return found;
    }
};

/** A tree of numbers: a leaf is a number for MAX, a node is the list of its children. `sign` is 1 if MAX moves. */
struct Tree : State {
    const Json &tree;
    int sign;
    Tree(const Json &tree, int sign) : tree(tree), sign(sign) {}

    std::optional<int> result() const override {
        if (tree.kind == Json::LIST) return std::nullopt;
        return sign * (int)tree.number;
    }
    int evaluation() const override { return 0; }
    std::vector<int> moves() const override {
        std::vector<int> moves;
        for (size_t i = 0; i < tree.list.size(); i++) moves.push_back(i);
        return moves;
    }
    std::unique_ptr<State> after(int move) const override { return std::make_unique<Tree>(tree.list[move], -sign); }
    std::string name(int) const override { return ""; }
};

/** A board of nine letters, row by row: x, o, or a dot. */
struct TicTacToe : State {
    std::string board;
    explicit TicTacToe(std::string board) : board(std::move(board)) {}

    char side() const { return moves().size() % 2 == 1 ? 'x' : 'o'; }
    std::optional<int> result() const override {
        static const int LINES[8][3] = {{0, 1, 2}, {3, 4, 5}, {6, 7, 8}, {0, 3, 6}, {1, 4, 7}, {2, 5, 8}, {0, 4, 8}, {2, 4, 6}};
        char other = side() == 'x' ? 'o' : 'x';
        for (auto &line : LINES)
            if (board[line[0]] == other && board[line[1]] == other && board[line[2]] == other) return -WON;
        if (board.find('.') == std::string::npos) return 0;
        return std::nullopt;
    }
    int evaluation() const override { return 0; }
    std::vector<int> moves() const override {
        std::vector<int> moves;
        for (int square = 0; square < 9; square++)
            if (board.at(square) == '.') moves.push_back(square);
        return moves;
    }
    std::unique_ptr<State> after(int move) const override {
        auto next = std::make_unique<TicTacToe>(board);
        next->board[move] = side();
        return next;
    }
    std::string name(int move) const override { return std::string(1, "abc"[move % 3]) + std::to_string(move / 3 + 1); }
};

std::string answer(Json &question) {
    nodes = 0;
    std::unique_ptr<State> state;
    int depth = 100;
    std::string game = question.map["game"].text;
    if (game == "tree") {
        state = std::make_unique<Tree>(question.map["tree"], 1);
    } else if (game == "tictactoe") {
        state = std::make_unique<TicTacToe>(question.map["position"].text);
        depth = question.map["depth"].number;
    } else {
        return "{\"error\":\"not supported\"}";
    }
    Found found = search(*state, depth, -INFINITE, INFINITE);
    std::string reply = "{\"value\":" + std::to_string(found.value) + ",\"nodes\":" + std::to_string(nodes);
    if (found.move && !state->name(*found.move).empty()) reply += ",\"move\":\"" + state->name(*found.move) + "\"";
    return reply + "}";
}

int main() {
    for (std::string line; std::getline(std::cin, line);) {
        try {
            size_t at = 0;
            Json question = Json::read(line, at);
            std::cout << answer(question) << std::endl;
        } catch (const std::exception &) {
            std::cout << "{\"error\":\"not a question\"}" << std::endl;
        }
    }
}
