//! The search of one position, step by step.
//!
//! Principal variation search: the first move is searched with the whole window, every other one only to show that
//! it is no better. Around that stand the techniques, in three groups: those that answer before any move is made (steps 2
//! to 12), those that pass over a move (15), and those that look at a move more or less deeply (16, 18). All of them are bets
//! except the table, the mate distance and the repetitions. Every one can be switched off, and then plain principal variation
//! search is left: the rules, the moves, a closed window and an open one.

use arrayvec::ArrayVec;
use chess::{Bitboard, Move};
use gametree::observer::{Cut, Enter, How, Leave, Try, View};
use gametree::{Bound, Observer};

use super::extensions::Extension;
use super::history::{Step, bonus};
use super::knowledge::outside;
use super::ordering::{Context, Picker};
use super::pruning::{QuietCase, has_pieces};
use super::reductions::LateMove;
use super::{Node, NonPv, Pv, Search, Stopped};
use crate::params;
use crate::score::{INFINITE, MAX_PLY, NO_VALUE, Value, WIN_BOUND, is_decisive, mate_in, mated_in};
use crate::techniques::{Switches, Technique};
use crate::transposition::Finding;

/// Moves that were tried and did not cut off: they lose some credit.
type Tried = ArrayVec<Move, 32>;

impl<S: Switches, W: Observer<Move>> Search<'_, S, W> {
    /// The value of the position at `ply`, `depth` plies deep, as far as it matters between `alpha` and `beta`.
    ///
    /// The value may lie outside the window; then it is a bound. `cut_node` says that the position is expected to be
    /// left at the first good move.
    pub(super) fn search<N: Node>(
        &mut self,
        ply: usize,
        depth: i32,
        alpha: Value,
        beta: Value,
        cut_node: bool,
    ) -> Result<Value, Stopped> {
        debug_assert!(-INFINITE <= alpha && alpha < beta && beta <= INFINITE);
        debug_assert!(N::PV || alpha + 1 == beta);
        if depth <= 0 {
            return self.quiescence::<N>(ply, alpha, beta, true);
        }
        self.watch.enter(&Enter {
            ply: ply as u32,
            depth: depth as u32,
            alpha: outside(alpha),
            beta: outside(beta),
            view: View::Mover,
        });
        self.worker.frame_mut(ply).best = None;
        let value = self.node::<N>(ply, depth.min(MAX_PLY as i32 - 1), alpha, beta, cut_node)?;
        self.watch.leave(&Leave {
            score: outside(value),
            bound: Bound::of(value, alpha, beta),
            best: self.worker.frame(ply).best,
            how: How::Searched,
        });
        Ok(value)
    }

    #[allow(clippy::too_many_lines)] // One position from top to bottom, step by step: it reads best in one piece.
    fn node<N: Node>(
        &mut self,
        ply: usize,
        mut depth: i32,
        mut alpha: Value,
        mut beta: Value,
        cut_node: bool,
    ) -> Result<Value, Stopped> {
        // Step 1. The rules. A position that comes back, fifty moves without a capture or a pawn move, too little material:
        // each is a draw, whatever could still be played.
        self.count_node()?;
        let in_check = self.position(ply).in_check();
        if N::PV {
            self.worker.frame_mut(ply).line.clear();
            self.worker.selective_depth = self.worker.selective_depth.max(ply);
        }
        if !N::ROOT {
            if self.is_draw(ply) {
                return Ok(self.draw_value());
            }
            if ply >= MAX_PLY - 1 {
                return Ok(if in_check { 0 } else { self.evaluate(ply) });
            }
            // Step 2. Mate distance. Nothing found from here can be a shorter mate than one in the next move, nor a longer
            // defence than being mated now. If a shorter mate is known already, there is nothing to look for.
            if self.has(Technique::MateDistance) {
                alpha = alpha.max(mated_in(ply));
                beta = beta.min(mate_in(ply + 1));
                if alpha >= beta {
                    return Ok(alpha);
                }
            }
            // Step 3. Repetition. Who can step back into an earlier position of the line has at least a draw. If that is
            // enough, no move needs to be made to see it.
            if alpha < 0 && self.has(Technique::Cuckoo) && self.can_repeat(ply) {
                alpha = self.draw_value();
                if alpha >= beta {
                    return Ok(alpha);
                }
            }
        }
        let start_alpha = alpha;
        // In a long search the first plies are looked at whole, and more of them where the game is won and only the mate is
        // missing: the depth that this costs is not needed any more.
        let hunting = self.worker.is_hunting && self.has(Technique::FirstPlies);
        let whole = if hunting {
            params::hunt_moves() as usize
        } else {
            usize::from(self.is_long() && self.has(Technique::FirstPlies))
        };

        // Step 4. The transposition table. Perhaps the answer is known from a search that was deep enough, perhaps at least
        // a move to try first. Near the fifty-move rule an old answer may be wrong, and only its move is taken.
        let key = self.position(ply).key();
        let excluded = self.worker.frame(ply).excluded;
        let entry = self.probe(ply, key, excluded, depth);
        let table_move = if N::ROOT {
            Some(self.worker.root_moves[self.worker.pv_index].m())
        } else {
            entry
                .and_then(|entry| entry.best)
                .filter(|&m| self.position(ply).is_legal(m))
        };
        let on_pv = N::PV || entry.is_some_and(|entry| entry.on_pv);
        if let Some(entry) = entry
            && !N::PV
            && entry.depth >= depth + i32::from(entry.value >= beta && !cut_node)
            && entry.settles(beta)
            && i32::from(self.position(ply).halfmove_clock()) < params::table_clock()
        {
            self.watch.cut(Cut::Table, &[]);
            if let Some(m) = table_move
                && entry.value >= beta
                && !m.is_noisy()
            {
                let threats = self.threats(ply);
                self.learn_quiet(ply, threats, m, bonus(depth));
            }
            return Ok(entry.value);
        }

        // Step 5. End-game tables. With few pieces left the result is known, and a search could add nothing to it.
        // They are asked right after a capture or a pawn move, where they are exact; bishop and knight against a king always.
        if !N::ROOT
            && let Some(value) = self.known_mate::<N>(ply)
        {
            return Ok(value);
        }
        if !N::ROOT
            && excluded.is_none()
            && let Some(value) = self.probe_tablebase::<N>(ply, key, depth, &mut alpha, beta, on_pv)
        {
            return Ok(value);
        }

        // Step 6. The static value: what the position is worth at sight, corrected by what searches found in similar ones.
        // A value from the table that says more is better still. In check a static value means nothing.
        let raw;
        let eval;
        let mut better = NO_VALUE;
        if in_check {
            raw = NO_VALUE;
            eval = NO_VALUE;
        } else if excluded.is_some() {
            raw = NO_VALUE;
            eval = self.worker.frame(ply).eval;
            better = eval;
        } else {
            raw = match entry {
                Some(entry) if entry.eval != NO_VALUE => entry.eval,
                _ => self.evaluate(ply),
            };
            eval = self.corrected(ply, raw);
            better = eval;
            if let Some(entry) = entry
                && entry.settles(eval + i32::from(entry.value > eval))
            {
                better = entry.value;
            }
            if entry.is_none() {
                self.remember(
                    ply,
                    key,
                    &Finding {
                        best: None,
                        value: 0,
                        bound: None,
                        depth: -7,
                        eval: raw,
                        on_pv,
                    },
                );
            }
        }
        self.worker.frame_mut(ply).eval = eval;
        self.worker.frame_mut(ply + 1).killer = None;
        self.worker.frame_mut(ply + 2).cutoffs = 0;
        // Is the side to move better off than it was at its last move?
        let improving = !in_check && {
            let before = match self.worker.eval_before(ply, 2) {
                NO_VALUE => self.worker.eval_before(ply, 4),
                before => before,
            };
            before == NO_VALUE || eval > before
        };

        // Steps 7 to 10 may answer before any move is made. None of them at the principal variation, where the value is wanted.
        if !N::PV && !in_check && excluded.is_none() {
            let reduction = self.worker.frame(ply - 1).reduction;
            let before = self.worker.eval_before(ply, 1);
            // Is the opponent worse off than before his last move?
            let worsening = before != NO_VALUE && eval > -before;
            // Step 7. Hindsight. The static values before and after it say something about the move that led here. It gains or
            // loses credit at sight; and if it was looked at less deeply and is bad for who made it, it is looked at again.
            if self.has(Technique::EvalHistory) && before != NO_VALUE {
                self.learn_at_sight(ply - 1, -(eval + before));
            }
            if self.has(Technique::Hindsight)
                && reduction >= params::hindsight_reduction()
                && before != NO_VALUE
                && eval + before < 0
            {
                depth += 1;
            }

            // Step 8. Razoring. So far below alpha, near the horizon, only a capture could help.
            // So those are looked at, and nothing else if they do not.
            if self.has(Technique::Razoring)
                && depth <= params::razor_depth()
                && alpha.abs() < WIN_BOUND
                && eval + params::razor_base() + params::razor_factor() * depth * depth <= alpha
            {
                let value = self
                    .internal(|search| search.quiescence::<NonPv>(ply, alpha, alpha + 1, true))?;
                if value <= alpha {
                    self.watch.cut(Cut::Razor, &[]);
                    return Ok(value);
                }
            }

            // Step 9. Reverse futility. So far above beta, the opponent will not let it happen: the position is left.
            // In a long search not right after the first move, and never where the own king can hardly move: a static value
            // sees no threats, and a null move does.
            if self.has(Technique::ReverseFutility)
                && ply > whole
                && depth <= params::rfp_depth()
                && !on_pv
                && better < WIN_BOUND
                && beta > -WIN_BOUND
                && better - params::rfp_margin() * depth
                    + params::rfp_improving() * i32::from(improving)
                    + params::rfp_worsening() * i32::from(worsening)
                    >= beta
                && !self.is_cornered(ply, self.position(ply).side_to_move())
            {
                self.watch.cut(Cut::ReverseFutility, &[]);
                let beta_share = params::rfp_beta_share();
                return Ok((better + beta_share * beta) / (1 + beta_share));
            }

            // Step 10. Null move. If the opponent may move twice and the position is still good enough, it is good enough.
            // Not twice in a row, and not with pawns alone, where passing is often the best of all moves. Nor in the first
            // plies where a mate is looked for: many a problem is solved by zugzwang.
            if self.has(Technique::NullMove)
                && !(hunting && (ply as i32) < params::corner_plies())
                && self.worker.frame(ply - 1).m.is_some()
                && better >= beta
                && eval >= beta - params::null_depth_margin() * depth + params::null_margin()
                && beta > -WIN_BOUND
                && ply >= self.worker.null_move_ply
                && has_pieces(self.position(ply))
                && let Some(value) = self.null_move(ply, depth, better, beta, cut_node)?
            {
                return Ok(value);
            }
        }

        // Step 11. Internal reduction. Without a move to try first, much of the search would be wasted.
        // It looks less deeply now, and the next iteration will have a move.
        if self.has(Technique::InternalReduction)
            && (N::PV || cut_node)
            && depth >= params::iir_depth()
            && table_move.is_none()
        {
            depth -= 1;
        }

        let threats = self.threats(ply);
        self.worker.frame_mut(ply).threats = threats;

        // Step 12. ProbCut. A capture that beats beta by far in a shallow search will beat it in a deep one.
        // So the captures are tried shallowly, against a higher beta.
        let probcut_beta =
            beta + params::probcut_margin() - params::probcut_improving() * i32::from(improving);
        if self.has(Technique::ProbCut)
            && !N::PV
            && !in_check
            && excluded.is_none()
            && depth >= params::probcut_depth()
            && !is_decisive(beta)
            && entry.is_none_or(|entry| {
                entry.depth <= depth - params::probcut_reduction()
                    || entry.bound.is_none()
                    || entry.value >= probcut_beta
            })
            && let Some(value) = self.probcut(
                ply,
                depth,
                probcut_beta,
                threats,
                table_move,
                raw,
                on_pv,
                cut_node,
            )?
        {
            return Ok(value - (probcut_beta - beta));
        }

        // Step 13. The moves, the most likely best one first: the table's, good captures, the killer, quiet moves by what
        // was learned, bad captures. They are made in stages, because mostly the first few are enough.
        let killer = self
            .worker
            .frame(ply)
            .killer
            .filter(|_| self.has(Technique::Killers));
        let mut picker = Picker::new(table_move, killer);
        let mut best = -INFINITE;
        let mut best_move = None;
        let mut count = 0;
        let mut quiets = Tried::new();
        let mut captures = Tried::new();
        let side = self.position(ply).side_to_move();
        let noisy_table_move = table_move.is_some_and(Move::is_noisy);
        let material = has_pieces(self.position(ply));
        let mut cornered = None;

        while let Some(m) = picker.next(&self.context(ply, threats)) {
            if Some(m) == excluded || (N::ROOT && !self.is_wanted(m)) {
                continue;
            }
            count += 1;
            let quiet = !m.is_noisy();
            let step = Step::of(self.position(ply), m);
            let gives_check = self.position(ply).gives_check(m);
            let history = if quiet {
                self.quiet_history(ply, side, threats, m, step)
            } else {
                self.capture_history(ply, m, step)
            };
            let reduction = self.worker.reductions.get(depth, count);

            // Step 14. A player of limited strength does not see every move.
            // But it goes on looking until it has one that does not lose by force.
            if best > -WIN_BOUND && self.overlooks(ply, m) {
                continue;
            }

            // Step 15. Moves that are passed over, once there is one that does not lose by force: late ones, hopeless ones,
            // those that lose material. In a long search the first moves of both sides and the answers to them are all looked
            // at: they are few then, and a short mate is missed nowhere else.
            if !N::ROOT && ply > 2 * whole && best > -WIN_BOUND && material {
                let credit = if quiet {
                    history * 1_024 / params::pruning_history()
                } else {
                    0
                };
                let reduced = (depth - 1 - (reduction - credit) / 1_024).max(0);
                let skip = if quiet {
                    let cornered = *cornered.get_or_insert_with(|| self.is_cornered(ply, !side));
                    self.skip_quiet(
                        &mut picker,
                        ply,
                        m,
                        QuietCase {
                            depth,
                            reduced,
                            count,
                            improving,
                            in_check,
                            eval,
                            alpha,
                            history,
                            gives_check,
                            cornered,
                        },
                    )
                } else {
                    self.skip_capture(
                        ply,
                        m,
                        depth,
                        reduced,
                        in_check || gives_check,
                        eval,
                        alpha,
                        history,
                    )
                };
                if let Some(reason) = skip {
                    self.watch.cut(reason, &[m]);
                    continue;
                }
            }

            // Step 16. Extensions. A move that is much better than all others is looked at more deeply, and so is a check that
            // loses nothing. If even the others are too good, the position is left.
            let mut extension = 0;
            if !N::ROOT
                && self.has(Technique::Singular)
                && Some(m) == table_move
                && excluded.is_none()
                && depth >= params::singular_depth()
                && self.may_extend(ply)
                && let Some(entry) = entry
                && matches!(entry.bound, Some(Bound::Lower | Bound::Exact))
                && entry.depth >= depth - params::singular_table_depth()
                && !is_decisive(entry.value)
            {
                match self.singular::<N>(ply, depth, m, entry.value, beta, cut_node)? {
                    Extension::By(plies) => extension = plies,
                    Extension::Leave(value) => return Ok(value),
                }
            } else if gives_check
                && self.has(Technique::CheckExtension)
                && depth <= params::check_depth()
                && !picker.is_at_bad_captures()
                && self.may_extend(ply)
                && self.position(ply).exchange_gains(m, 0)
            {
                extension = 1;
            }

            // Step 17. The move is made. While its position is looked at, the processor brings the table's entry closer.
            // The position before it stays as it is: nothing has to be undone.
            let nodes_before = self.worker.nodes;
            self.worker.play(ply, m);
            self.shared.table.prefetch(self.position(ply + 1).key());
            let new_depth = depth - 1 + extension;
            let mut value = -INFINITE;
            let mut scouted = false;

            // Step 18. Late move reductions. Most moves late in the list are not good, and that is seen with less depth.
            // One that looks good all the same is looked at again, the deeper the better it looks.
            if self.has(Technique::LateMoveReductions)
                && depth >= params::lmr_depth()
                && count > 1 + usize::from(N::ROOT)
            {
                let late = LateMove {
                    reduction,
                    on_pv,
                    pv: N::PV,
                    root: N::ROOT,
                    hunting: hunting && ply < 2 * whole,
                    cut_node,
                    improving,
                    quiet,
                    noisy_table_move,
                    gives_check,
                    is_killer: Some(m) == killer,
                    cutoffs_below: self.worker.frame(ply + 1).cutoffs,
                    history,
                };
                let plies = late.plies();
                let reduced =
                    (new_depth - plies).clamp(1.min(new_depth), new_depth + i32::from(N::PV));
                self.worker.frame_mut(ply).reduction = (new_depth - reduced).max(0);
                self.watch.try_move(Some(m), Try::Scout);
                value = -self.search::<NonPv>(ply + 1, reduced, -alpha - 1, -alpha, true)?;
                self.worker.frame_mut(ply).reduction = 0;
                scouted = true;
                if value > alpha && reduced < new_depth {
                    let surprise = params::deeper_margin() + params::deeper_factor() * new_depth;
                    let again = new_depth + i32::from(value > best + surprise)
                        - i32::from(value < best + new_depth);
                    if again > reduced {
                        self.watch.try_move(Some(m), Try::Research);
                        value =
                            -self.search::<NonPv>(ply + 1, again, -alpha - 1, -alpha, !cut_node)?;
                    }
                    if quiet {
                        let change = if value <= alpha {
                            -bonus(new_depth)
                        } else {
                            bonus(new_depth)
                        };
                        self.learn_continuation(ply, step, change);
                    }
                }
            } else if !N::PV || count > 1 {
                self.watch.try_move(Some(m), Try::Scout);
                value = -self.search::<NonPv>(ply + 1, new_depth, -alpha - 1, -alpha, !cut_node)?;
                scouted = true;
            }
            // Step 19. At the principal variation the first move, and every one that seems better, is valued exactly:
            // with the whole window. Everywhere else "no better" was all that was asked.
            if N::PV && (count == 1 || value > alpha) {
                let why = if scouted { Try::Research } else { Try::Full };
                self.watch.try_move(Some(m), why);
                value = -self.search::<Pv>(ply + 1, new_depth, -beta, -alpha, false)?;
            }
            self.worker.undo();

            if N::ROOT {
                let nodes = self.worker.nodes - nodes_before;
                self.note_root_move(m, value, nodes, count, alpha, beta);
            }

            // Step 20. Is it the best so far? Then it raises alpha, and the moves after it need less of a look.
            // Is it too good? Then the opponent will not let it happen, and the other moves need none at all.
            if value > best {
                best = value;
                if value > alpha {
                    best_move = Some(m);
                    if N::PV {
                        self.worker.set_line(ply, m);
                    }
                    if value >= beta {
                        self.watch.cut(Cut::Beta, &[]);
                        let frame = self.worker.frame_mut(ply);
                        frame.cutoffs += 1 + u32::from(table_move.is_none());
                        break;
                    }
                    alpha = value;
                    if self.has(Technique::DepthAfterBest)
                        && depth > params::best_found_least()
                        && depth < params::best_found_most()
                        && !is_decisive(value)
                    {
                        depth -= 1;
                    }
                }
            }
            if Some(m) != best_move {
                let tried = if quiet { &mut quiets } else { &mut captures };
                _ = tried.try_push(m);
            }
        }

        // Step 21. No move at all: mate in check, stalemate without.
        // (Or the only move was excluded, and nothing is known.)
        if count == 0 {
            return Ok(match (excluded.is_some(), in_check) {
                (true, _) => alpha,
                (false, true) => mated_in(ply),
                (false, false) => 0,
            });
        }
        self.worker.frame_mut(ply).best = best_move;

        // Step 22. What was learned: which move was good and which were not, what the position is worth, and by how much the
        // static value was wrong. It makes the next search of a position like this one shorter.
        if self.has(Technique::FailLowCredit)
            && !N::ROOT
            && best_move.is_none()
            && excluded.is_none()
        {
            self.learn_fail_low(ply, depth);
        }
        if let Some(m) = best_move {
            self.learn(ply, threats, m, &quiets, &captures, depth);
        }
        if self.has(Technique::Blend) && best >= beta && !is_decisive(best) && !is_decisive(beta) {
            best = (best * depth + beta) / (depth + 1);
        }
        let bound = if best >= beta {
            Bound::Lower
        } else if N::PV && best > start_alpha {
            Bound::Exact
        } else {
            Bound::Upper
        };
        if excluded.is_none() && !(N::ROOT && self.worker.pv_index > 0) {
            self.remember(
                ply,
                key,
                &Finding {
                    best: best_move,
                    value: best,
                    bound: Some(bound),
                    depth,
                    eval: raw,
                    on_pv,
                },
            );
        }
        if self.has(Technique::Correction)
            && !in_check
            && excluded.is_none()
            && !best_move.is_some_and(Move::is_noisy)
            && !is_decisive(best)
            && (bound != Bound::Lower || best > eval)
            && (bound != Bound::Upper || best < eval)
        {
            self.learn_correction(ply, depth, best - eval);
        }
        Ok(best)
    }

    /// Whether a technique is on.
    #[inline(always)]
    pub(super) fn has(&self, technique: Technique) -> bool {
        self.switches.has(technique)
    }

    /// Whether the search has gone on for so long that a wider look at the first plies costs little, or has nothing more
    /// to gain but a mate.
    #[inline(always)]
    pub(super) fn is_long(&self) -> bool {
        self.worker.root_depth >= params::long_depth() || self.worker.is_hunting
    }

    /// Looks at the same position in another way, for whoever watches.
    pub(super) fn internal(
        &mut self,
        look: impl FnOnce(&mut Self) -> Result<Value, Stopped>,
    ) -> Result<Value, Stopped> {
        self.watch.try_move(None, Try::Internal);
        look(self)
    }

    /// Whether the rules, or what was on the board before, make it a draw.
    #[inline]
    pub(super) fn is_draw(&self, ply: usize) -> bool {
        let position = self.position(ply);
        if position.halfmove_clock() >= 100 {
            // A mate on the last of the fifty moves counts.
            return !position.in_check() || position.has_legal_move();
        }
        (position.halfmove_clock() >= 4 && self.worker.past.is_repetition(position))
            || position.is_insufficient_material()
    }

    /// Whether the side to move can repeat a position.
    #[inline]
    pub(super) fn can_repeat(&self, ply: usize) -> bool {
        self.worker.past.can_repeat(self.position(ply))
    }

    /// The squares that the opponent attacks.
    #[inline]
    fn threats(&self, ply: usize) -> Bitboard {
        let position = self.position(ply);
        position.attacked_squares(!position.side_to_move())
    }

    /// What the moves of a position are judged by.
    #[inline(always)]
    pub(super) fn context(&self, ply: usize, threats: Bitboard) -> Context<'_, S> {
        Context {
            position: self.position(ply),
            history: &self.worker.history,
            earlier: [1, 2, 4, 6].map(|back| self.worker.step_before(ply, back)),
            threats,
            switches: self.switches,
        }
    }
}
