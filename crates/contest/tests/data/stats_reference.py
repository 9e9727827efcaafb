"""Computes the expected values in ../stats.rs by other means than the program's.

Needs mpmath (pip install mpmath); works with 40 digits. Run: python3 stats_reference.py

- Moments: by listing the definition, E a^2 - (E a)^2.
- LOS: mpmath's ncdf.
- LLR: as a concave maximum of the multipliers. For normalised Elo there are two linear constraints, the mean and the
  second moment, and the best mean is then found by golden section. The program solves one equation in one unknown, and
  repeats it for normalised Elo.
- Ratings: mpmath's root finder on the equations "points = expected points", player 0 fixed, from 0; errors from the
  inverse of the information without player 0, carried over to deviations from the mean.
"""

from mpmath import mp, mpf, matrix, log, log10, sqrt, ncdf, findroot, exp, inverse, lu_solve

mp.dps = 40
Z = mpf("1.959963984540054")
UNIT = 800 / log(10)


def elo(s):
    if s <= 0:
        return mpf("-inf")
    if s >= 1:
        return mpf("inf")
    return -400 * log10(1 / s - 1)


def score(e):
    return 1 / (1 + mpf(10) ** (-mpf(e) / 400))


def values(counts):
    return [mpf(k) / (len(counts) - 1) for k in range(len(counts))]


def moments(counts):
    n = mpf(sum(counts))
    a = values(counts)
    m = sum(x * c for x, c in zip(a, counts)) / n
    return n, m, sum(x * x * c for x, c in zip(a, counts)) / n - m * m


def estimates(counts):
    """score, Elo, lower, upper, normalised Elo, lower, upper, LOS"""
    games_each = 1 if len(counts) == 3 else 2
    n = mpf(sum(counts))
    if n == 0:
        return [mpf("0.5"), 0, elo(0), elo(1), 0, elo(0), elo(1), mpf("0.5")]
    n, m, v = moments(counts)
    nelo = lambda s, v: mpf(0) if s == 0.5 else UNIT * (s - 0.5) / sqrt(games_each * v) if v else (s - 0.5) * mpf("inf")
    if sum(1 for c in counts if c) == 1:
        # Wilson: the roots p of (m - p)^2 = z^2 p (1 - p) / n.
        k = Z * Z / n
        A, B, C = 1 + k, -(2 * m + k), m * m
        root = sqrt(max(B * B - 4 * A * C, mpf(0)))
        low, high = (-B - root) / (2 * A), (-B + root) / (2 * A)
        if m == 0:
            low = mpf(0)
        if m == 1:
            high = mpf(1)
        return [m, elo(m), elo(low), elo(high), nelo(m, 0), nelo(low, low * (1 - low)), nelo(high, high * (1 - high)),
                ncdf((m - 0.5) * sqrt(n) * 2)]
    e = Z * sqrt(v / n)
    half = Z * UNIT / sqrt(games_each * n)
    x = nelo(m, v)
    return [m, elo(m), elo(m - e), elo(m + e), x, x - half, x + half, ncdf((m - 0.5) / sqrt(v / n))]


def regularised(counts):
    return [mpf(c) if c else mpf("0.001") for c in counts]


def most_likely(q, d):
    """The p that maximises sum q ln p with sum p = 1 and sum p d_k = 0 for each row d_k; also sum q ln p.

    By Lagrange p = q / (1 + sum of x_k d_k), where x maximises the concave function sum q ln(1 + sum of x_k d_k).
    Newton's method with steps halved until that function is defined and rises.
    """
    k = len(d)
    x = [mpf(0)] * k
    inside = lambda x: [1 + sum(x[r] * d[r][i] for r in range(k)) for i in range(len(q))]
    value = lambda f: sum(c * log(y) for c, y in zip(q, f))
    f = inside(x)
    for _ in range(400):
        gradient = matrix([sum(q[i] * d[r][i] / f[i] for i in range(len(q))) for r in range(k)])
        curvature = matrix(k, k)
        for r in range(k):
            for c in range(k):
                curvature[r, c] = sum(q[i] * d[r][i] * d[c][i] / f[i] ** 2 for i in range(len(q)))
        step = lu_solve(curvature, gradient)
        size = mpf(1)
        while True:
            y = [x[r] + size * step[r] for r in range(k)]
            g = inside(y)
            if min(g) > 0 and value(g) >= value(f) - mpf(10) ** -35:
                break
            size /= 2
        x, f = y, g
        if max(abs(size * s) for s in step) < mpf(10) ** -30 * max(1, *(abs(s) for s in x)):
            break
    p = [c / y for c, y in zip(q, f)]
    return p, sum(c * log(y) for c, y in zip(q, p))


def most_likely_mean(q, a, mean):
    return most_likely(q, [[y - mean for y in a]])[0]


def most_likely_t(q, a, t):
    """With t-value t: over all means m, the best distribution with mean m and deviation (m - 1/2) / t."""
    if t < 0:
        return most_likely_t(q[::-1], a, -t)[::-1]
    if t == 0:
        return most_likely_mean(q, a, mpf("0.5"))

    def at(lead):
        m = mpf("0.5") + lead
        second = m * m + (lead / t) ** 2
        # Is there any distribution on the values a with these two moments?
        cell = min(int(m * (len(a) - 1)), len(a) - 2)
        low = a[cell] ** 2 + (m - a[cell]) * (a[cell] + a[cell + 1])
        if m >= 1 or second >= m or second <= low:
            return None, mpf("-inf")
        return most_likely(q, [[y - m for y in a], [y * y - second for y in a]])

    # There can be several peaks, so every one of a fine scan is climbed.
    leads = [t / 2 * mpf(10) ** (-mpf(k) / 30) for k in range(150)]
    heights = [mpf("-inf")] + [at(lead)[1] for lead in leads] + [mpf("-inf")]
    golden = (sqrt(mpf(5)) - 1) / 2
    best = None, mpf("-inf")
    for k in range(150):
        if heights[k + 1] == mpf("-inf") or heights[k + 1] < max(heights[k], heights[k + 2]):
            continue
        low, high = leads[min(k + 1, 149)], leads[max(k - 1, 0)]
        for _ in range(110):
            one, two = high - golden * (high - low), low + golden * (high - low)
            if at(one)[1] > at(two)[1]:
                high = two
            else:
                low = one
        best = max(best, at((low + high) / 2), key=lambda x: x[1])
    return best[0]


def llr(counts, e0, e1, model):
    if sum(counts) == 0:
        return mpf(0)
    w = regularised(counts)
    n = sum(w)
    q = [x / n for x in w]
    a = values(counts)
    games_each = 1 if len(counts) == 3 else 2
    if model == "Logistic":
        p0, p1 = (most_likely_mean(q, a, score(e)) for e in (e0, e1))
    else:
        p0, p1 = (most_likely_t(q, a, mpf(e) / UNIT * sqrt(games_each)) for e in (e0, e1))
    return n * sum(x * (log(y) - log(z)) for x, y, z in zip(q, p1, p0))


def ratings(players, games, prior):
    """games: (i, j, wins, draws, losses)"""
    n = [[mpf(0)] * players for _ in range(players)]
    points = [mpf(0)] * players
    for i, j, w, d, l in games:
        n[i][j] += w + d + l
        n[j][i] += w + d + l
        points[i] += w + mpf(d) / 2
        points[j] += l + mpf(d) / 2
    p = lambda x: 1 / (1 + exp(-x))
    if prior:
        free = list(range(players))
        points = [x + mpf("0.5") for x in points]
        full = lambda r: list(r)
    else:
        free = list(range(1, players))
        full = lambda r: [mpf(0)] + list(r)

    def equations(*r):
        r = full(r)
        return [points[i] - sum(n[i][j] * p(r[i] - r[j]) for j in range(players)) - (p(r[i]) if prior else 0) for i in free]

    r = full(findroot(equations, [mpf(0)] * len(free), tol=1e-45, maxsteps=200))
    info = matrix(len(free), len(free))
    for x, i in enumerate(free):
        for y, j in enumerate(free):
            if i == j:
                info[x, y] = sum(n[i][k] * p(r[i] - r[k]) * p(r[k] - r[i]) for k in range(players))
                info[x, y] += p(r[i]) * p(-r[i]) if prior else 0
            else:
                info[x, y] = -n[i][j] * p(r[i] - r[j]) * p(r[j] - r[i])
    inner = inverse(info)
    cov = matrix(players, players)
    for x, i in enumerate(free):
        for y, j in enumerate(free):
            cov[i, j] = inner[x, y]
    # Deviations from the mean: rows of (identity - 1/n).
    centre = matrix(players, players)
    for i in range(players):
        for j in range(players):
            centre[i, j] = (1 if i == j else 0) - mpf(1) / players
    cov = centre * cov * centre.T
    mean = sum(r) / players
    unit = 400 / log(10)
    return [unit * (x - mean) for x in r], [unit * sqrt(cov[i, i]) for i in range(players)]


def show(x):
    x = mpf(x)
    if x == mpf("inf"):
        return "INF"
    if x == mpf("-inf"):
        return "-INF"
    return mp.nstr(x, 15, strip_zeros=False, min_fixed=-20, max_fixed=20)


ESTIMATES = [
    # Games: wins, draws, losses in the test; here losses, draws, wins.
    [200, 540, 260], [0, 0, 0], [0, 0, 1], [1, 0, 0], [0, 1, 0], [0, 0, 50], [0, 120, 0], [17, 0, 3], [0, 3, 997],
    [3812, 9920, 4012],
    # Pairs.
    [15, 90, 240, 130, 25], [0, 0, 0, 0, 0], [0, 0, 0, 0, 12], [40, 0, 0, 0, 0], [0, 0, 300, 0, 0], [0, 0, 0, 1, 0],
    [0, 0, 0, 7, 0], [1, 0, 0, 0, 1], [112, 5231, 10981, 5502, 134], [0, 2, 5, 9, 184],
]
TESTS = [
    ([200, 540, 260], 0, 5), ([0, 0, 1], 0, 10), ([1, 0, 0], 0, 10), ([0, 1, 0], 0, 10), ([0, 0, 50], 0, 10),
    ([0, 120, 0], 0, 5), ([3812, 9920, 4012], -1.75, 0.25),
    ([15, 90, 240, 130, 25], 0, 10), ([0, 0, 0, 0, 0], 0, 5), ([0, 0, 0, 0, 12], 0, 5), ([40, 0, 0, 0, 0], 0, 5),
    ([0, 0, 300, 0, 0], 0, 5), ([0, 0, 0, 1, 0], -3, 3), ([1, 0, 0, 0, 1], 0, 5),
    ([112, 5231, 10981, 5502, 134], 0, 2), ([0, 2, 5, 9, 184], 0, 400), ([60, 300, 400, 200, 40], -10, 0),
]
TOURNAMENTS = [
    (2, [(0, 1, 30, 40, 10)], False),
    (4, [(0, 1, 6, 2, 2), (1, 2, 5, 3, 2), (2, 3, 7, 1, 2), (0, 3, 9, 0, 1), (0, 2, 4, 4, 2)], False),
    # A chain in which everyone takes nearly everything from the next.
    (5, [(0, 1, 98, 1, 1), (1, 2, 97, 0, 3), (2, 3, 99, 0, 1), (3, 4, 95, 4, 1)], False),
    # One who won everything, one who never played.
    (4, [(0, 1, 10, 0, 0), (0, 2, 10, 0, 0), (1, 2, 4, 4, 2)], True),
    # Two pairs that never met.
    (4, [(0, 1, 6, 0, 4), (2, 3, 1, 8, 1)], True),
]

if __name__ == "__main__":
    print("// counts, [score, elo, lower, upper, normalised, lower, upper, los]")
    for counts in ESTIMATES:
        print(f"(&{counts}, [{', '.join(show(x) for x in estimates(counts))}]),")
    print("// counts, elo0, elo1, [logistic LLR, normalised LLR]")
    for counts, e0, e1 in TESTS:
        row = [show(llr(counts, e0, e1, model)) for model in ("Logistic", "Normalised")]
        print(f"(&{counts}, {float(e0)}, {float(e1)}, [{', '.join(row)}]),", flush=True)
    print("// players, [(first, second, wins, draws, losses)], prior, ratings, standard errors")
    for players, games, prior in TOURNAMENTS:
        r, e = ratings(players, games, prior)
        print(f"({players}, &{games}, {str(prior).lower()}, &[{', '.join(map(show, r))}], &[{', '.join(map(show, e))}]),")
