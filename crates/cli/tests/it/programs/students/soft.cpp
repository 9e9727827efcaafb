// A student's fail-soft negamax with a transposition table that narrows the window. Trees, graphs and tic-tac-toe. The tests change
// lines of it.

#include <algorithm>
#include <cctype>
#include <climits>
#include <cstdio>
#include <cstdlib>
#include <iostream>
#include <memory>
#include <string>
#include <unordered_map>
#include <vector>
using namespace std;

const int INF = 100000000, WIN = 5000000;

struct State {
    virtual ~State() {}
    virtual bool over(int &value) = 0;
    virtual int eval() = 0;
    virtual int size() = 0;
    virtual unique_ptr<State> child(int i) = 0;
    virtual string key() = 0;
    virtual string name(int i) { return to_string(i); }
};

struct Json {
    int number = 0;
    string text;
    vector<Json> items;
    bool list = false;
};

struct TreeState : State {
    const Json *node; int color;
    TreeState(const Json *n, int c) : node(n), color(c) {}
    bool over(int &value) override { value = color * node->number; return !node->list; }
    int eval() override { return 0; }
    int size() override { return node->items.size(); }
    unique_ptr<State> child(int i) override { return make_unique<TreeState>(&node->items[i], -color); }
    string key() override { return to_string((size_t)node); }
};

struct GraphState : State {
    const vector<vector<int>> *edges; const vector<int> *values; int at, color;
    GraphState(const vector<vector<int>> *e, const vector<int> *v, int a, int c) : edges(e), values(v), at(a), color(c) {}
    bool over(int &value) override { value = eval(); return (*edges)[at].empty(); }
    int eval() override { return color * (*values)[at]; }
    int size() override { return (*edges)[at].size(); }
    unique_ptr<State> child(int i) override { return make_unique<GraphState>(edges, values, (*edges)[at][i], -color); }
    string key() override { return to_string(at) + (color > 0 ? "+" : "-"); }
};

struct Board : State {
    string cells;
    Board(string c) : cells(c) {}
    char turn() { return count(cells.begin(), cells.end(), 'x') == count(cells.begin(), cells.end(), 'o') ? 'x' : 'o'; }
    bool line(char c) {
        static const char *L[8] = {"012", "345", "678", "036", "147", "258", "048", "246"};
        for (auto l : L) if (cells[l[0] - '0'] == c && cells[l[1] - '0'] == c && cells[l[2] - '0'] == c) return true;
        return false;
    }
    bool over(int &value) override {
        char t = turn(), o = t == 'x' ? 'o' : 'x';
        if (line(o)) { value = -WIN; return true; }
        value = 0;
        return cells.find('.') == string::npos;
    }
    int eval() override { return 0; }
    int square(int i) { for (int s = 0; s < 9; s++) if (cells[s] == '.' && i-- == 0) return s; return -1; }
    int size() override { return count(cells.begin(), cells.end(), '.'); }
    unique_ptr<State> child(int i) override { string c = cells; c[square(i)] = turn(); return make_unique<Board>(c); }
    string key() override { return cells; }
    string name(int i) override { int s = square(i); return string("\"") + "abc"[s % 3] + "123"[s / 3] + '"'; }
};

enum Flag { EXACT, LOWERBOUND, UPPERBOUND };
struct Entry { int depth, value; Flag flag; };
struct Result { int value, move; };
unordered_map<string, Entry> table;
long nodes;
bool cuts, remembers;

Result negamax(State &s, int depth, int alpha, int beta) {
    nodes++;
    int value;
    if (s.over(value)) return {value, -1};
    if (depth == 0) return {s.eval(), -1};
    int alphaOrig = alpha;
    string key = s.key();
    if (remembers && table.count(key)) {
        Entry e = table[key];
        if (e.depth == depth) {
            if (e.flag == EXACT) return {e.value, 0};
            else if (e.flag == LOWERBOUND) alpha = max(alpha, e.value);
            else beta = min(beta, e.value);
            if (alpha >= beta) return {e.value, 0};
        }
    }
    Result best = {-INF, -1};
    for (int i = 0; i < s.size(); i++) {
        int v = -negamax(*s.child(i), depth - 1, cuts ? -beta : -INF, cuts ? -alpha : INF).value;
        if (v > best.value) best = {v, i};
        alpha = max(alpha, best.value);
        if (cuts && alpha >= beta) break;
    }
    if (remembers) {
        Flag flag = best.value <= alphaOrig ? UPPERBOUND : best.value >= beta ? LOWERBOUND : EXACT;
        table[key] = {depth, best.value, flag};
    }
    return best;
}

const char *p;
Json parse() {
    Json j;
    if (*p == '[') {
        j.list = true;
        do { p++; if (*p == ']') break; j.items.push_back(parse()); } while (*p == ',');
        p++;
    } else { char *e; j.number = strtol(p, &e, 10); p = e; }
    return j;
}
bool find(const string &line, const string &key, string &rest) {
    size_t at = line.find("\"" + key + "\":");
    if (at == string::npos) return false;
    rest = line.substr(at + key.size() + 3);
    return true;
}

int main() {
    string line, rest;
    while (getline(cin, line)) {
        try {
            string search, pos, dep;
            if (!find(line, "search", search)) throw 1;
            cuts = search.find("\"minimax\"") != 0;
            remembers = search.find("\"table\"") == 0 || search.find("\"deepening\"") == 0;
            table.clear();
            nodes = 0;
            unique_ptr<State> root;
            Json tree, moves, values;
            vector<vector<int>> edges; vector<int> vals;
            int depth = 99;
            if (find(line, "depth", dep)) depth = atoi(dep.c_str());
            if (find(line, "tree", rest) && rest[0] == '[') { p = rest.c_str(); tree = parse(); root = make_unique<TreeState>(&tree, 1); depth = 99; }
            else if (line.find("\"graph\"") != string::npos && find(line, "moves", rest)) {
                p = rest.c_str(); moves = parse();
                for (auto &m : moves.items) { edges.push_back({}); for (auto &x : m.items) edges.back().push_back(x.number); }
                find(line, "values", rest); p = rest.c_str(); values = parse();
                for (auto &x : values.items) vals.push_back(x.number);
                root = make_unique<GraphState>(&edges, &vals, 0, 1);
            } else if (line.find("\"tictactoe\"") != string::npos && find(line, "position", pos)) root = make_unique<Board>(pos.substr(1, 9));
            else throw 2;
            if (search.find("\"deepening\"") == 0) for (int d = 1; d < depth; d++) negamax(*root, d, -INF, INF);
            Result r = negamax(*root, depth, -INF, INF);
            cout << "{\"value\":" << r.value << ",\"nodes\":" << nodes << ",\"move\":" << (r.move < 0 || !dynamic_cast<Board *>(root.get()) ? "null" : root->name(r.move)) << "}" << endl;
        } catch (int) { cout << "{\"error\":\"no\"}" << endl; }
    }
}
