// A MiniChess player with the interface of the course I2P3: `player STATE ACTION` reads the state and appends
// better and better moves to the action file until it is killed.
//
//     espalier grade docs/teaching/i2p3_player.cpp --assignment i2p3 --movetime 500
//
// An argument before the two files sets the maximum depth, so that it ends by itself:
//
//     espalier grade file:docs/teaching/i2p3_player.cpp,arg=3 --assignment i2p3
//
// Alpha-beta with material alone. Make it better: squares, move ordering, quiescence.

#include <cstdlib>
#include <fstream>
#include <utility>
#include <vector>

constexpr int ROWS = 6, COLUMNS = 5, INFINITE = 1000000;
constexpr int VALUE[7] = {0, 2, 6, 7, 8, 20, 1000};  // empty, pawn, rook, knight, bishop, queen, king
enum Piece { EMPTY, PAWN, ROOK, KNIGHT, BISHOP, QUEEN, KING };

struct Move {
    int from_row, from_column, to_row, to_column;
};

struct State {
    int player;
    int board[2][ROWS][COLUMNS];
};

struct Moves {
    std::vector<Move> list;
    bool takes_king = false;
};

Moves moves_of(const State& state) {
    Moves moves;
    const auto& own = state.board[state.player];
    const auto& other = state.board[1 - state.player];
    // Returns whether a sliding piece could move on from there.
    auto add = [&](int row, int column, int to_row, int to_column) {
        if (to_row < 0 || to_row >= ROWS || to_column < 0 || to_column >= COLUMNS || own[to_row][to_column]) return false;
        if (other[to_row][to_column] == KING) moves.takes_king = true;
        moves.list.push_back({row, column, to_row, to_column});
        return other[to_row][to_column] == EMPTY;
    };
    auto slide = [&](int row, int column, int down, int right, int most) {
        for (int step = 1; step <= most && add(row, column, row + step * down, column + step * right); step++) {}
    };
    constexpr int AROUND[8][2] = {{0, 1}, {0, -1}, {1, 0}, {-1, 0}, {1, 1}, {1, -1}, {-1, 1}, {-1, -1}};
    constexpr int JUMPS[8][2] = {{1, 2}, {1, -2}, {-1, 2}, {-1, -2}, {2, 1}, {2, -1}, {-2, 1}, {-2, -1}};
    for (int row = 0; row < ROWS; row++) {
        for (int column = 0; column < COLUMNS; column++) {
            const int piece = own[row][column];
            if (piece == PAWN) {
                const int ahead = row + (state.player == 0 ? -1 : 1);
                if (ahead < 0 || ahead >= ROWS) continue;
                if (!own[ahead][column] && !other[ahead][column]) add(row, column, ahead, column);
                for (int side : {column - 1, column + 1})
                    if (side >= 0 && side < COLUMNS && other[ahead][side]) add(row, column, ahead, side);
            } else if (piece == KNIGHT) {
                for (auto [down, right] : JUMPS) add(row, column, row + down, column + right);
            } else if (piece != EMPTY) {
                const int first = piece == BISHOP ? 4 : 0, last = piece == ROOK ? 4 : 8;
                for (int way = first; way < last; way++) slide(row, column, AROUND[way][0], AROUND[way][1], piece == KING ? 1 : ROWS);
            }
        }
    }
    return moves;
}

State after(const State& state, const Move& move) {
    State next = state;
    int& piece = next.board[state.player][move.from_row][move.from_column];
    const bool promotes = piece == PAWN && (move.to_row == 0 || move.to_row == ROWS - 1);
    next.board[state.player][move.to_row][move.to_column] = promotes ? QUEEN : piece;
    piece = EMPTY;
    next.board[1 - state.player][move.to_row][move.to_column] = EMPTY;
    next.player = 1 - state.player;
    return next;
}

int evaluate(const State& state) {
    int value = 0;
    for (int row = 0; row < ROWS; row++)
        for (int column = 0; column < COLUMNS; column++)
            value += VALUE[state.board[state.player][row][column]] - VALUE[state.board[1 - state.player][row][column]];
    return value;
}

int search(const State& state, int depth, int alpha, int beta) {
    const Moves moves = moves_of(state);
    if (moves.takes_king) return INFINITE + depth;
    if (depth == 0 || moves.list.empty()) return evaluate(state);
    int best = -2 * INFINITE;
    for (const Move& move : moves.list) {
        const int value = -search(after(state, move), depth - 1, -beta, -alpha);
        if (value > best) best = value;
        if (best > alpha) alpha = best;
        if (alpha >= beta) break;
    }
    return best;
}

int main(int count, char** argv) {
    if (count < 3) return EXIT_FAILURE;
    const int deepest = count > 3 ? std::atoi(argv[1]) : 50;
    std::ifstream in(argv[count - 2]);
    State state{};
    in >> state.player;
    for (auto& side : state.board)
        for (auto& row : side)
            for (int& piece : row) in >> piece;
    std::ofstream out(argv[count - 1], std::ios::app);
    const Moves moves = moves_of(state);
    for (int depth = 1; depth <= deepest; depth++) {
        const Move* best = nullptr;
        int alpha = -2 * INFINITE;
        for (const Move& move : moves.list) {
            const bool takes = state.board[1 - state.player][move.to_row][move.to_column] == KING;
            const int value = takes ? 2 * INFINITE - 1 : -search(after(state, move), depth - 1, -2 * INFINITE, -alpha);
            if (!best || value > alpha) best = &move, alpha = value;
        }
        if (!best) return EXIT_FAILURE;
        out << best->from_row << ' ' << best->from_column << ' ' << best->to_row << ' ' << best->to_column << std::endl;
    }
}
