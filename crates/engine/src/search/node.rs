//! The search of one node, step by step.
//!
//! Principal variation search: the first move is searched with the full window, every later move with a null window that
//! only tests whether it is better. The techniques around it fall into three groups: those that return before any move is made
//! (steps 2 to 12), those that skip a move (15), and those that change a move's depth (16, 18). All of them are selective and
//! can be wrong, except the table, mate distance and repetitions. Each can be switched off. What remains is plain principal
//! variation search.

use arrayvec::ArrayVec;
use chess::{Bitboard, Move};
use gametree::observer::{Cut, Enter, How, Leave, Try, View};
use gametree::{Bound, Observer};

use super::extensions::Extension;
use super::history::{Step, bonus};
use super::knowledge::observed;
use super::ordering::{Context, Picker};
use super::pruning::{QuietCase, has_non_pawns};
use super::reductions::LateMove;
use super::{Node, NonPv, Pv, Search, Stopped};
use crate::params;
use crate::score::{INFINITE, MAX_PLY, NO_VALUE, Value, WIN_BOUND, is_decisive, mate_in, mated_in};
use crate::techniques::{Switches, Technique};
use crate::transposition::NewEntry;

/// Moves that were tried without a cutoff. Their histories get a malus.
type Tried = ArrayVec<Move, 32>;

impl<S: Switches, W: Observer<Move>> Search<'_, S, W> {
    /// Returns the value of the position at `ply`, searched to `depth`.
    ///
    /// Fail-soft: a value outside the window is a bound. `cut_node` means that a beta cutoff is expected.
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
        self.observer.enter(&Enter {
            ply: ply as u32,
            depth: depth as u32,
            alpha: observed(alpha),
            beta: observed(beta),
            view: View::SideToMove,
        });
        self.worker.frame_mut(ply).best = None;
        let value = self.node::<N>(ply, depth.min(MAX_PLY as i32 - 1), alpha, beta, cut_node)?;
        self.observer.leave(&Leave {
            score: observed(value),
            bound: Bound::of(value, alpha, beta),
            best: self.worker.frame(ply).best,
            how: How::Searched,
        });
        Ok(value)
    }

    #[allow(clippy::too_many_lines)] // One node from top to bottom reads best in one piece.
    fn node<N: Node>(
        &mut self,
        ply: usize,
        mut depth: i32,
        mut alpha: Value,
        mut beta: Value,
        cut_node: bool,
    ) -> Result<Value, Stopped> {
        // Step 1. Draws by rule: repetition, the fifty-move rule, insufficient material.
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
            // Step 2. Mate distance pruning. No value here can exceed a mate with the next move or be below being mated now. If a
            // shorter mate is known already, the window is empty.
            if self.has(Technique::MateDistance) {
                alpha = alpha.max(mated_in(ply));
                beta = beta.min(mate_in(ply + 1));
                if alpha >= beta {
                    return Ok(alpha);
                }
            }
            // Step 3. Upcoming repetition. If the side to move can repeat an earlier position of the line, it has at least a draw. If
            // that reaches beta, no move needs to be made.
            if alpha < 0 && self.has(Technique::Cuckoo) && self.can_repeat(ply) {
                alpha = self.draw_value();
                if alpha >= beta {
                    return Ok(alpha);
                }
            }
        }
        let start_alpha = alpha;
        // In a deep search nothing is pruned in the first plies. If the game is won and the search looks for the mate, this covers
        // more plies, because the depth that it costs is no longer needed.
        let hunting = self.worker.is_hunting && self.has(Technique::FirstPlies);
        let unpruned = if hunting {
            params::hunt_moves() as usize
        } else {
            usize::from(self.is_deep() && self.has(Technique::FirstPlies))
        };

        // Step 4. Transposition table. An entry of sufficient depth gives a cutoff; any entry may give a move to try first. Near
        // the fifty-move rule an entry's value may be wrong, so only its move is used.
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
            self.observer.cut(Cut::Table, &[]);
            if let Some(m) = table_move
                && entry.value >= beta
                && !m.is_noisy()
            {
                let threats = self.threats(ply);
                self.update_quiet(ply, threats, m, bonus(depth));
            }
            return Ok(entry.value);
        }

        // Step 5. Tablebases. With few pieces left the result is known. Syzygy tables are probed right after a capture or a pawn
        // move, where they are exact; bishop and knight against a bare king is probed everywhere.
        if !N::ROOT
            && let Some(value) = self.probe_kbnk::<N>(ply)
        {
            return Ok(value);
        }
        if !N::ROOT
            && excluded.is_none()
            && let Some(value) = self.probe_tablebase::<N>(ply, key, depth, &mut alpha, beta, on_pv)
        {
            return Ok(value);
        }

        // Step 6. Static evaluation, adjusted by the correction history. A table value with a fitting bound is a better estimate.
        // In check there is no static evaluation.
        let raw;
        let eval;
        let mut estimate = NO_VALUE;
        if in_check {
            raw = NO_VALUE;
            eval = NO_VALUE;
        } else if excluded.is_some() {
            raw = NO_VALUE;
            eval = self.worker.frame(ply).eval;
            estimate = eval;
        } else {
            raw = match entry {
                Some(entry) if entry.eval != NO_VALUE => entry.eval,
                _ => self.evaluate(ply),
            };
            eval = self.corrected(ply, raw);
            estimate = eval;
            if let Some(entry) = entry
                && entry.settles(eval + i32::from(entry.value > eval))
            {
                estimate = entry.value;
            }
            if entry.is_none() {
                self.store(
                    ply,
                    key,
                    &NewEntry {
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
        // Improving: the static evaluation is higher than at the previous move of the side to move.
        let improving = !in_check && {
            let before = match self.worker.eval_before(ply, 2) {
                NO_VALUE => self.worker.eval_before(ply, 4),
                before => before,
            };
            before == NO_VALUE || eval > before
        };

        // Steps 7 to 10 may return before any move is made. They are for non-PV nodes only, because a PV node needs an exact value.
        if !N::PV && !in_check && excluded.is_none() {
            let reduction = self.worker.frame(ply - 1).reduction;
            let before = self.worker.eval_before(ply, 1);
            // Worsening: the opponent's static evaluation fell with the opponent's last move.
            let worsening = before != NO_VALUE && eval > -before;
            // Step 7. Hindsight. The change of the static evaluation judges the move that led here. Its quiet history is updated, and if
            // it was reduced although it improved the opponent's position, the reduction is taken back by a ply.
            if self.has(Technique::EvalHistory) && before != NO_VALUE {
                self.update_eval_history(ply - 1, -(eval + before));
            }
            if self.has(Technique::Hindsight)
                && reduction >= params::hindsight_reduction()
                && before != NO_VALUE
                && eval + before < 0
            {
                depth += 1;
            }

            // Step 8. Razoring. The static evaluation is so far below alpha at low depth that only a capture can help. Quiescence
            // search verifies this.
            if self.has(Technique::Razoring)
                && depth <= params::razor_depth()
                && alpha.abs() < WIN_BOUND
                && eval + params::razor_base() + params::razor_factor() * depth * depth <= alpha
            {
                let value = self
                    .internal(|search| search.quiescence::<NonPv>(ply, alpha, alpha + 1, true))?;
                if value <= alpha {
                    self.observer.cut(Cut::Razor, &[]);
                    return Ok(value);
                }
            }

            // Step 9. Reverse futility pruning. The static evaluation is so far above beta that a cutoff is very likely. In a deep
            // search this does not apply right after the first move, and never where the own king can hardly move: a static evaluation
            // does not see mating threats, a null-move search does.
            if self.has(Technique::ReverseFutility)
                && ply > unpruned
                && depth <= params::rfp_depth()
                && !on_pv
                && estimate < WIN_BOUND
                && beta > -WIN_BOUND
                && estimate - params::rfp_margin() * depth
                    + params::rfp_improving() * i32::from(improving)
                    + params::rfp_worsening() * i32::from(worsening)
                    >= beta
                && !self.is_cornered(ply, self.position(ply).side_to_move())
            {
                self.observer.cut(Cut::ReverseFutility, &[]);
                let beta_share = params::rfp_beta_share();
                return Ok((estimate + beta_share * beta) / (1 + beta_share));
            }

            // Step 10. Null-move pruning. If the position is good enough although the opponent may move twice, it is good enough. Not
            // twice in a row, and not with pawns only, where zugzwang is common. Not in the first plies of a search for mate either:
            // many mates depend on zugzwang.
            if self.has(Technique::NullMove)
                && !(hunting && (ply as i32) < params::corner_plies())
                && self.worker.frame(ply - 1).m.is_some()
                && estimate >= beta
                && eval >= beta - params::null_depth_margin() * depth + params::null_margin()
                && beta > -WIN_BOUND
                && ply >= self.worker.null_move_ply
                && has_non_pawns(self.position(ply))
                && let Some(value) = self.null_move(ply, depth, estimate, beta, cut_node)?
            {
                return Ok(value);
            }
        }

        // Step 11. Internal iterative reduction. Without a table move the ordering is poor. This iteration searches one ply less
        // and leaves a table move for the next one.
        if self.has(Technique::InternalReduction)
            && (N::PV || cut_node)
            && depth >= params::iir_depth()
            && table_move.is_none()
        {
            depth -= 1;
        }

        let threats = self.threats(ply);
        self.worker.frame_mut(ply).threats = threats;

        // Step 12. ProbCut. If a capture exceeds beta by a margin in a shallow search, a deep search very likely exceeds beta too.
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

        // Step 13. Move loop. Order: table move, good captures, killer, quiet moves by history, bad captures. Moves are generated
        // in stages, because the first few are usually enough.
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
        let material = has_non_pawns(self.position(ply));
        let mut cornered = None;

        while let Some(m) = picker.next(&self.context(ply, threats)) {
            if Some(m) == excluded || (N::ROOT && !self.is_searched(m)) {
                continue;
            }
            count += 1;
            let quiet = !m.is_noisy();
            let step = Step::of(self.position(ply), m);
            let history = if quiet {
                self.quiet_history(ply, side, threats, m, step)
            } else {
                self.capture_history(ply, m, step)
            };
            let reduction = self.worker.reductions.get(depth, count);

            // Step 14. Limited strength overlooks moves, but not before one has been found that does not lose by force.
            if best > -WIN_BOUND && self.overlooks(ply, m) {
                continue;
            }

            // Step 15. Pruning of moves, once one has been found that does not lose by force: late moves, futile moves, moves that lose
            // material. In a deep search the first moves of both sides and the replies to them are not pruned: they are few, and this
            // keeps short mates visible.
            if !N::ROOT && ply > 2 * unpruned && best > -WIN_BOUND && material {
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
                            cornered,
                        },
                    )
                } else {
                    self.skip_capture(ply, m, depth, reduced, in_check, eval, alpha, history)
                };
                if let Some(reason) = skip {
                    self.observer.cut(reason, &[m]);
                    continue;
                }
            }

            // Step 16. Extensions. The table move is extended if it is singular, and a check if it loses no material. If several
            // moves exceed beta, the node returns (multi-cut).
            let gives_check = self.position(ply).gives_check(m);
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
                    Extension::Return(value) => return Ok(value),
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

            // Step 17. Make the move and prefetch the table entry of the new position. Positions are copied, so nothing is undone
            // on the board.
            let nodes_before = self.worker.nodes;
            self.worker.play(ply, m);
            self.shared.table.prefetch(self.position(ply + 1).key());
            let new_depth = depth - 1 + extension;
            let mut value = -INFINITE;
            let mut scouted = false;

            // Step 18. Late move reductions. Moves late in the list are searched at reduced depth first. One that exceeds alpha is
            // searched again, the deeper the more it exceeds the best value.
            if self.has(Technique::LateMoveReductions)
                && depth >= params::lmr_depth()
                && count > 1 + usize::from(N::ROOT)
            {
                let late = LateMove {
                    reduction,
                    on_pv,
                    pv: N::PV,
                    root: N::ROOT,
                    hunting: hunting && ply < 2 * unpruned,
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
                self.observer.try_move(Some(m), Try::Scout);
                value = -self.search::<NonPv>(ply + 1, reduced, -alpha - 1, -alpha, true)?;
                self.worker.frame_mut(ply).reduction = 0;
                scouted = true;
                if value > alpha && reduced < new_depth {
                    let margin = params::deeper_margin() + params::deeper_factor() * new_depth;
                    let again = new_depth + i32::from(value > best + margin)
                        - i32::from(value < best + new_depth);
                    if again > reduced {
                        self.observer.try_move(Some(m), Try::Research);
                        value =
                            -self.search::<NonPv>(ply + 1, again, -alpha - 1, -alpha, !cut_node)?;
                    }
                    if quiet {
                        let change = if value <= alpha {
                            -bonus(new_depth)
                        } else {
                            bonus(new_depth)
                        };
                        self.update_continuation(ply, step, change);
                    }
                }
            } else if !N::PV || count > 1 {
                self.observer.try_move(Some(m), Try::Scout);
                value = -self.search::<NonPv>(ply + 1, new_depth, -alpha - 1, -alpha, !cut_node)?;
                scouted = true;
            }
            // Step 19. In a PV node the first move, and every move that exceeded alpha, is searched with the full window.
            if N::PV && (count == 1 || value > alpha) {
                let why = if scouted { Try::Research } else { Try::Full };
                self.observer.try_move(Some(m), why);
                value = -self.search::<Pv>(ply + 1, new_depth, -beta, -alpha, false)?;
            }
            self.worker.undo();

            if N::ROOT {
                let nodes = self.worker.nodes - nodes_before;
                self.record_root_move(m, value, nodes, count, alpha, beta);
            }

            // Step 20. A new best value raises alpha, and later moves are searched less deeply. A value of beta or more is a cutoff.
            if value > best {
                best = value;
                if value > alpha {
                    best_move = Some(m);
                    if N::PV {
                        self.worker.set_line(ply, m);
                    }
                    if value >= beta {
                        self.observer.cut(Cut::Beta, &[]);
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

        // Step 21. No legal move: checkmate or stalemate. (If the only move was excluded, the value is unknown.)
        if count == 0 {
            return Ok(match (excluded.is_some(), in_check) {
                (true, _) => alpha,
                (false, true) => mated_in(ply),
                (false, false) => 0,
            });
        }
        self.worker.frame_mut(ply).best = best_move;

        // Step 22. Update the histories, the transposition table and the correction history.
        if self.has(Technique::FailLowCredit)
            && !N::ROOT
            && best_move.is_none()
            && excluded.is_none()
        {
            self.update_fail_low(ply, depth);
        }
        if let Some(m) = best_move {
            self.update_histories(ply, threats, m, &quiets, &captures, depth);
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
            self.store(
                ply,
                key,
                &NewEntry {
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
            self.update_correction(ply, depth, best - eval);
        }
        Ok(best)
    }

    /// Returns whether a technique is on.
    #[inline(always)]
    pub(super) fn has(&self, technique: Technique) -> bool {
        self.switches.has(technique)
    }

    /// Returns whether the search is deep enough that full width in the first plies costs little, or looks for a mate in a won
    /// game.
    #[inline(always)]
    pub(super) fn is_deep(&self) -> bool {
        self.worker.root_depth >= params::long_depth() || self.worker.is_hunting
    }

    /// Runs an auxiliary search of the same position and announces it to the observer.
    pub(super) fn internal(
        &mut self,
        run: impl FnOnce(&mut Self) -> Result<Value, Stopped>,
    ) -> Result<Value, Stopped> {
        self.observer.try_move(None, Try::Internal);
        run(self)
    }

    /// Returns whether the position is a draw by rule.
    #[inline]
    pub(super) fn is_draw(&self, ply: usize) -> bool {
        let position = self.position(ply);
        if position.halfmove_clock() >= 100 {
            // A checkmate takes precedence over the fifty-move rule.
            return !position.in_check() || position.has_legal_move();
        }
        (position.halfmove_clock() >= 4 && self.worker.past.is_repetition(position))
            || position.is_insufficient_material()
    }

    /// Returns whether the side to move can repeat a position.
    #[inline]
    pub(super) fn can_repeat(&self, ply: usize) -> bool {
        self.worker.past.can_repeat(self.position(ply))
    }

    /// Returns the squares that the opponent attacks.
    #[inline]
    fn threats(&self, ply: usize) -> Bitboard {
        let position = self.position(ply);
        position.attacked_squares(!position.side_to_move())
    }

    /// Returns the data that moves are scored with.
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
