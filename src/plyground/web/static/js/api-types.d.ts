// What goes over the wire. Written by tools/api_types.py from the server's models.

/** What a player does. */
export interface ActRequest {
  key: string;
  ply: number;
  action: "move" | "resign" | "offer_draw" | "ask_takeback" | "offer_rematch" | "accept" | "decline";
  move?: string | number | null;
  offer?: number | null;
}

/** Who can play a game. */
export interface AgentsView {
  game: string;
  analyst: string;
  presets: PresetView[];
  kinds: KindView[];
  evaluators: KindView[];
  raters: KindView[];
}

/** Score every move of a position, better and better. */
export interface AnalyseMessage {
  game: string;
  parameters?: Record<string, number | string>;
  position?: string | null;
  moves?: string;
  type: "analyse";
  id: string;
  agent?: string | null;
  limit?: LimitModel;
  lines?: number;
}

/** What an analysis knows by now. */
export interface AnalysisView {
  position: string;
  player: number;
  moves: MoveReportView[];
  lines: MoveReportView[];
  score: ScoreView | null;
  value: number | null;
  statistics: StatisticsView;
}

/** An argument of a kind of agent, or a weight of an evaluator. */
export interface ArgumentView {
  name: string;
  default: number | string | null;
}

/** Everything there is to draw about an empty board. */
export interface BoardView {
  kind: "grid" | "drop" | "hexagon" | "rhombus" | "other";
  width: number;
  height: number;
  margin: number;
  cells: CellView[];
  rows: number[][];
  labels: LabelView[];
  sides: SideView[];
}

/** One cell of a board. */
export interface CellView {
  cell: number;
  name: string;
  x: number;
  y: number;
  outline: [number, number][];
  shaded: boolean;
}

/** A figure of a result, as data. */
export interface ChartView {
  whose: "ours" | "yours";
  title: string;
  note: string;
  x: string;
  y: string;
  percent: boolean;
  log_y: boolean;
  series: SeriesView[];
}

/** Moves that come down to the same, and how they did for who made them. */
export interface ChoiceRow {
  moves: string[];
  wins: number;
  draws: number;
  losses: number;
  agents: ChosenView[];
}

/** What an agent chose, and why. */
export interface ChoiceView {
  position: string;
  move: MoveView;
  score: ScoreView | null;
  line: LineView;
  statistics: StatisticsView;
}

/** Let an agent choose a move. */
export interface ChooseMessage {
  agent: string;
  limit?: LimitModel;
  seed?: number | null;
  game: string;
  parameters?: Record<string, number | string>;
  position?: string | null;
  moves?: string;
  type: "choose";
  id: string;
}

/** An agent is to choose a move. */
export interface ChooseRequest {
  agent: string;
  limit?: LimitModel;
  seed?: number | null;
  game: string;
  parameters?: Record<string, number | string>;
  position?: string | null;
  moves?: string;
}

/** Who is to choose a move, and within which limit. */
export interface Choosing {
  agent: string;
  limit?: LimitModel;
  seed?: number | null;
}

/** An agent that chose a move, and how often. */
export interface ChosenView {
  agent: string;
  games: number;
}

/** Machine code that is being made, which happens once. */
export interface CompilingView {
  game: string;
  what: string;
  expected: number;
  passed: number;
}

/** What one variant of the search costs here. */
export interface CountView {
  name: string;
  pruning: boolean;
  strict: boolean;
  ordering: boolean;
  table: boolean;
  merged: boolean;
  nodes: number;
  evaluations: number;
  cutoffs: number;
  table_hits: number;
  seconds: number | null;
  complete: boolean;
}

/** The rest of a node's moves cannot matter. */
export interface CutEvent {
  kind: "cut";
  node: number;
  skipped: string[];
  limit: "alpha" | "beta";
  value: number;
  bound: number;
}

/** A search has ended; always sent, once. */
export interface DoneMessage {
  type: "done";
  id: string;
  reason: "finished" | "limit" | "stopped" | "replaced";
  analysis: AnalysisView | null;
  choice: ChoiceView | null;
  view: PositionView | null;
  grown: GrownView | null;
}

/** The search enters a node. */
export interface EnterEvent {
  kind: "enter";
  node: number;
  parent: number | null;
  move: string | null;
  rank: number;
  ply: number;
  depth: number;
  maximising: boolean;
  alpha: number | null;
  beta: number | null;
  position: string;
  cells: number[] | null;
  twins: string[];
  hidden: number;
}

/** A message that could not be obeyed; `id` is None where it had none. */
export interface ErrorMessage {
  type: "error";
  id: string | null;
  problem: Problem;
}

/** An experiment of a report, and whether it came out the same. */
export interface ExperimentSummary {
  name: string;
  title: string;
  report: string;
  measures: string;
  state: "reproduced" | "consistent" | "differs" | "undecided" | "not comparable" | "not run";
  counts: Record<string, number>;
  your_counts: Record<string, number> | null;
  progress: LabProgressView | null;
  error: string | null;
}

/** An experiment with everything that was found. */
export interface ExperimentView {
  name: string;
  title: string;
  report: string;
  measures: string;
  state: "reproduced" | "consistent" | "differs" | "undecided" | "not comparable" | "not run";
  counts: Record<string, number>;
  your_counts: Record<string, number> | null;
  progress: LabProgressView | null;
  error: string | null;
  report_title: string;
  command: string;
  minutes: number;
  runs: LabRunView[];
  sources: SourceView[];
  tables: LabTableView[];
  charts: ChartView[];
  notes: NoteView[];
}

/** A position to look up. */
export interface ExploreRequest {
  game: string;
  parameters?: Record<string, number | string>;
  position?: string | null;
  moves?: string;
  own?: boolean;
}

/** What agents chose here, the most frequent first. */
export interface ExploreView {
  games: number;
  moves: ChoiceRow[];
}

/** A position of a line, with what is marked on it; the fields are those of a `PositionView`. */
export interface FrameView {
  move: string;
  cells: number[];
  player: number;
  status: string;
  last: number[];
  captured: number[];
  line: number[];
  links: [number, number][];
  text: string;
}

/** A game in the list. */
export interface GameSummary {
  name: string;
  title: string;
  summary: string;
  players: string[];
  symbols: string[];
  pieces: string[];
  parameters: ParameterView[];
  shape: "grid" | "drop" | "hexagon" | "rhombus" | "other";
  has_tour: boolean;
}

/** A game with its parameters fixed, and its board. */
export interface GameView {
  name: string;
  title: string;
  summary: string;
  players: string[];
  symbols: string[];
  pieces: string[];
  parameters: ParameterView[];
  shape: "grid" | "drop" | "hexagon" | "rhombus" | "other";
  has_tour: boolean;
  values: Record<string, number | string>;
  full_name: string;
  move_help: string;
  board: BoardView;
}

/** All games. */
export interface GamesView {
  games: GameSummary[];
}

/** Show a Monte Carlo tree while it grows. */
export interface GrowMessage {
  game: string;
  parameters?: Record<string, number | string>;
  position?: string | null;
  moves?: string;
  type: "grow";
  id: string;
  agent?: string;
  limit?: LimitModel;
  nodes?: number;
  step?: number | null;
}

/** A node of a Monte Carlo tree. */
export interface GrownNode {
  node: number;
  parent: number | null;
  move: string | null;
  visits: number;
  value: number | null;
  exploration: number | null;
  proven: number | null;
  player: number;
}

/** The most visited part of a Monte Carlo tree. */
export interface GrownView {
  position: string;
  simulations: number;
  size: number;
  nodes: GrownNode[];
  best: MoveView | null;
  statistics: StatisticsView;
}

/** The first message of a connection. */
export interface HelloMessage {
  type: "hello";
  version: string;
}

/** An estimate and the ends of its 95% interval. */
export interface IntervalView {
  value: number;
  low: number;
  high: number;
}

/** A tournament to start. */
export interface JobRequest {
  game: string;
  parameters?: Record<string, number | string>;
  agents: string[];
  pairs?: number;
  gauntlet?: boolean;
  limit?: LimitModel;
  openings?: string[];
  opening_plies?: number | null;
  seed?: number;
  workers?: number | null;
}

/** A tournament and how far it is. */
export interface JobView {
  number: number;
  game: string;
  parameters: Record<string, number | string>;
  agents: string[];
  seed: number;
  begun: string;
  planned: number;
  played: number;
  state: "waiting" | "running" | "stopped" | "complete" | "failed";
  error: string | null;
  live: LiveGameView[];
}

/** Every tournament, the newest first. */
export interface JobsView {
  jobs: JobView[];
}

/** A kind of agent, an evaluator or a rater, with what can be set. */
export interface KindView {
  name: string;
  says: string;
  arguments: ArgumentView[];
}

/** An experiment that is being run, or waits for the one before it. */
export interface LabProgressView {
  done: number;
  total: number;
  step: string;
  seed: number;
}

/** A quick run of an experiment. */
export interface LabRequest {
  seed?: number;
}

/** How a result came about. */
export interface LabRunView {
  whose: "ours" | "yours";
  size: "quick" | "full";
  seed: number;
  text: string;
}

/** A table of a result. */
export interface LabTableView {
  whose: "ours" | "yours";
  title: string;
  columns: string[];
  rows: string[][];
  note: string;
}

/** All experiments. */
export interface LabView {
  experiments: ExperimentSummary[];
}

/** A coordinate written beside the board, centred at (x, y). */
export interface LabelView {
  text: string;
  x: number;
  y: number;
}

/** The game is left: its players, which are kept from move to move, are closed. */
export interface LeaveMessage {
  type: "leave";
}

/** What a search may spend; the server never spends more than a minute. */
export interface LimitModel {
  seconds?: number | null;
  nodes?: number | null;
  depth?: number | null;
}

/** Moves that follow each other. */
export interface LineView {
  moves: number[];
  text: string;
}

/** A game under way. */
export interface LiveGameView {
  number: number;
  agents: string[];
  moves: string;
}

/** How an agent did against another; against itself, as the side that moved first. */
export interface MeetingView {
  agent: string;
  opponent: string;
  tally: TallyView;
}

/** What is known about one move. */
export interface MoveReportView {
  move: number;
  text: string;
  path: number[];
  cells: number[];
  score: ScoreView | null;
  depth: number;
  visits: number | null;
  policy: number | null;
  line: LineView;
}

/** A move to play: as text, as a number, or as the cells that were clicked, in order. */
export interface MoveRequest {
  game: string;
  parameters?: Record<string, number | string>;
  position?: string | null;
  moves?: string;
  move?: string | number | null;
  path?: number[];
}

/** A move with what a board needs to offer and to mark it. */
export interface MoveView {
  move: number;
  text: string;
  path: number[];
  cells: number[];
}

/** Words of a result. */
export interface NoteView {
  whose: "ours" | "yours";
  text: string;
}

/** A tree of numbers, as in `((3 12 8) (2 4 6) (14 5 2))`; the first player maximises. */
export interface NumbersRequest {
  pruning?: boolean;
  strict?: boolean;
  ordering?: boolean;
  table?: boolean;
  record?: number;
  tree: string;
}

/** What one player asks of the other. */
export interface OfferView {
  kind: "draw" | "takeback" | "rematch";
  player: number;
  number: number;
}

/** How a finished game ended. */
export interface OutcomeView {
  winner: number | null;
  reason: string;
  text: string;
}

/** A knob of a game: `low` to `high`, or one of `choices`. */
export interface ParameterView {
  name: string;
  default: number | string;
  help: string;
  low: number | null;
  high: number | null;
  choices: string[];
}

/** What is known of a person's strength at a game on one board. */
export interface PersonModel {
  rating: number;
  deviation: number;
  games: number;
}

/** What is known of the person after the game. */
export interface PersonView {
  rating: number;
  deviation: number;
  games: number;
  margin: number;
  change: number;
  counted: boolean;
}

/** A position: `moves` played from `position`, or from the start of the game. */
export interface Place {
  game: string;
  parameters?: Record<string, number | string>;
  position?: string | null;
  moves?: string;
}

/** Play a move, and let an agent reply if the game goes on and the other side moves. */
export interface PlayMessage {
  game: string;
  parameters?: Record<string, number | string>;
  position?: string | null;
  moves?: string;
  move?: string | number | null;
  path?: number[];
  type: "play";
  id: string;
  reply?: Choosing | null;
}

/** The move of a `play` is made; sent at once, before the reply. */
export interface PlayedMessage {
  type: "played";
  id: string;
  view: PositionView;
}

/** A move that was played. */
export interface PlyView {
  move: number;
  text: string;
  player: number;
  cells: number[];
  captured: number[];
  position: string;
}

/** A point of a chart. */
export interface PointView {
  x: number | string;
  y: number;
  low: number | null;
  high: number | null;
}

/** Everything a board needs to show a position and to let a person move. */
export interface PositionView {
  game: string;
  parameters: Record<string, number | string>;
  start: string;
  start_is_default: boolean;
  moves: string;
  plies: PlyView[];
  position: string;
  cells: number[];
  player: number;
  status: string;
  legal: MoveView[];
  outcome: OutcomeView | null;
  last: number[];
  captured: number[];
  line: number[];
  links: [number, number][];
  text: string;
}

/** Machine code is being made for this game; that happens once. Sent again for each part. */
export interface PreparingMessage {
  type: "preparing";
  id: string;
  compiling: CompilingView | null;
}

/** An agent with a name of its own. */
export interface PresetView {
  name: string;
  title: string;
  rating: RatingView | null;
  spec: string;
  says: string;
  group: "people" | "report";
}

/** Why a request was refused (RFC 9457). */
export interface Problem {
  type: string;
  title: string;
  status: number;
  detail: string;
  reason: string | null;
}

/** How far a search has come; may be left out for a slow reader. */
export interface ProgressMessage {
  type: "progress";
  id: string;
  analysis: AnalysisView | null;
  grown: GrownView | null;
  statistics: StatisticsView | null;
}

/** How many puzzles a game has. */
export interface PuzzleCount {
  game: string;
  count: number;
}

/** The games that have puzzles, and those that should have. */
export interface PuzzleCounts {
  games: PuzzleCount[];
  faults: PuzzleFault[];
}

/** A game whose puzzles cannot be read. */
export interface PuzzleFault {
  game: string;
  says: string;
}

/** A position, what is asked about it, and the proof of the answer. */
export interface PuzzleView {
  kind: "win" | "quickest" | "save" | "loses";
  question: string;
  position: string;
  answer: string;
  values: Record<string, string>;
  grade: "easy" | "medium" | "hard";
  difficulty: number;
  failed: Record<string, number>;
}

/** The puzzles of a game, the easiest first; they are on a board with these parameters. */
export interface PuzzlesView {
  game: string;
  parameters: Record<string, number | string>;
  puzzles: PuzzleView[];
}

/** All searchers are busy; the search waits for its turn. */
export interface QueuedMessage {
  type: "queued";
  id: string;
  ahead: number;
}

/** A finished game of a person against an agent, and what was known of the person before. */
export interface RatingRequest {
  game: string;
  parameters?: Record<string, number | string>;
  position?: string | null;
  moves?: string;
  person: number;
  opponent: string;
  before?: PersonModel | null;
}

/** How strong an agent is, on the scale of its game, where random play is 500. */
export interface RatingView {
  rating: number;
  margin: number;
  games: number;
  seconds: number | null;
}

/** A game that was played; `moves` include the opening. */
export interface RecordView {
  agents: string[];
  start: string | null;
  opening_plies: number;
  moves: string;
  winner: number | null;
  reason: string;
  forfeit: boolean;
  pair: number;
}

/** The games of a tournament. */
export interface RecordsView {
  number: number;
  games: RecordView[];
}

/** What the games prove so far. */
export interface ResultsView {
  number: number;
  tables: TableView[];
}

/** A judgement for `player`. */
export interface ScoreView {
  kind: "estimate" | "proven";
  value: number;
  distance: number | null;
  sure: boolean;
  player: number;
  text: string;
  advantage: number;
}

/** Points that belong together. */
export interface SeriesView {
  label: string;
  points: PointView[];
  curve: [number, number][] | null;
}

/** A game to be played by two people. */
export interface ShareRequest {
  game: string;
  parameters?: Record<string, number | string>;
  position?: string | null;
  seconds?: number | null;
  increment?: number;
}

/** The clocks, when this was sent. */
export interface SharedClockView {
  seconds: number[];
  running: number | null;
  increment: number;
}

/** A game that was made: who knows its name may watch, who has a key may play. */
export interface SharedKeysView {
  shared: string;
  keys: string[];
}

/** The shared game that is looked at, as it is now. */
export interface SharedMessage {
  type: "shared";
  id: string;
  shared: SharedView;
}

/** A shared game, as one of those who look at it sees it. */
export interface SharedView {
  shared: string;
  seat: number | null;
  view: PositionView;
  joined: boolean[];
  present: boolean[];
  spectators: number;
  clock: SharedClockView | null;
  offer: OfferView | null;
}

/** A border that belongs to a player, as a line. */
export interface SideView {
  player: number;
  points: [number, number][];
}

/** A table or figure of the report. */
export interface SourceView {
  name: string;
  says: string;
  conditions: string;
  verdicts: VerdictView[];
}

/** A spec to look at. */
export interface SpecRequest {
  game: string;
  parameters?: Record<string, number | string>;
  spec: string;
}

/** A spec that is fine. */
export interface SpecView {
  spec: string;
  kind: string;
  says: string;
  can_analyse: boolean;
}

/** Where an agent stands. */
export interface StandingView {
  agent: string;
  tally: TallyView;
  rating: IntervalView;
  milliseconds_per_move: number | null;
  milliseconds_per_win: number | null;
  forfeits: number;
}

/** What the games prove so far. */
export interface StandingsView {
  number: number;
  played: number;
  distinct: number;
  standings: StandingView[];
  meetings: MeetingView[];
  first_player: TallyView;
}

/** What a search did. */
export interface StatisticsView {
  nodes: number;
  evaluations: number;
  expanded: number;
  legal_moves: number;
  cutoffs: number;
  table_hits: number;
  depth: number;
  selective_depth: number;
  seconds: number;
  proof_nodes: number;
  nodes_per_second: number;
  branching_factor: number;
}

/** How the server is doing. */
export interface StatusView {
  version: string;
  running: number;
  waiting: number;
  at_once: number;
  compiling: CompilingView[];
}

/** A move of a refutation; who refutes has one answer, who erred has all of them. */
export interface StepView {
  move: string;
  player: number;
  distance: number | null;
  is_folded: boolean;
  answers: StepView[];
}

/** End a search, or looking at a shared game. */
export interface StopMessage {
  type: "stop";
  id: string;
}

/** The score of a network that was kept, against a fixed opponent, with its interval. */
export interface StrengthPoint {
  minutes: number;
  score: number;
  low: number;
  high: number;
}

/** A table of results, as people read it and as CSV. */
export interface TableView {
  title: string;
  columns: string[];
  rows: string[][];
  notes: string[];
  csv: string;
}

/** Wins, draws and losses, the score per game, and whether wins and losses differ. */
export interface TallyView {
  games: number;
  wins: number;
  draws: number;
  losses: number;
  score: IntervalView;
  p: number;
  significant: boolean;
}

/** A board, what is said about it, and what is to be done on it. */
export interface TourStepView {
  title: string;
  says: string;
  parameters: Record<string, number | string>;
  position: string | null;
  moves: string;
  marked: number[];
  task: string;
  answers: string[];
  tries: number[][];
  done: string;
  otherwise: string;
}

/** The rules of a game to click through; no steps if it has none. */
export interface TourView {
  game: string;
  steps: TourStepView[];
}

/** A point of a learning curve. */
export interface TrainingPoint {
  minutes: number;
  policy_loss: number;
  value_loss: number;
  kept: number | null;
}

/** A training. */
export interface TrainingView {
  name: string;
  game: string | null;
  running: boolean;
  minutes: number;
  planned: number | null;
  games: number;
  points: TrainingPoint[];
  strengths: StrengthPoint[];
}

/** All trainings, the one that changed last first. */
export interface TrainingsView {
  folder: string;
  trainings: TrainingView[];
}

/** A position whose search is to be recorded. */
export interface TreeRequest {
  pruning?: boolean;
  strict?: boolean;
  ordering?: boolean;
  table?: boolean;
  record?: number;
  game: string;
  parameters?: Record<string, number | string>;
  position?: string | null;
  moves?: string;
  depth?: number;
  evaluate?: string;
  order?: string;
  merged?: boolean;
  boards?: boolean;
  counts?: boolean;
}

/** A search, recorded. */
export interface TreeView {
  root: string;
  depth: number;
  value: number | null;
  score: ValueView | null;
  line: string[];
  events: (EnterEvent | UpdateEvent | CutEvent | ValueEvent)[];
  nodes: number;
  recorded: number;
  complete: boolean;
  counts: CountView[];
}

/** A child came back better than the ones before: the node's best value and window change. */
export interface UpdateEvent {
  kind: "update";
  node: number;
  best: string;
  value: number;
  score: ValueView;
  alpha: number | null;
  beta: number | null;
}

/** A node is done. */
export interface ValueEvent {
  kind: "value";
  node: number;
  value: number;
  score: ValueView;
  bound: "exact" | "at_least" | "at_most";
  source: "end" | "evaluation" | "children" | "table";
}

/** What a position is worth: an estimate, or a proven result. */
export interface ValueView {
  kind: "estimate" | "proven";
  value: number;
  distance: number | null;
  sure: boolean;
}

/** A number of the report beside ours, and the user's own where both are there. */
export interface VerdictView {
  place: string;
  report: string;
  test: string;
  ours: string;
  state: "reproduced" | "consistent" | "differs" | "undecided" | "not comparable" | "not run";
  mark: "derived" | "arithmetic" | "fitted afterwards" | null;
  flips: number;
  repeats: number;
  why: string;
  shown_by: string;
  beside: string;
  yours: string | null;
  your_state: "reproduced" | "consistent" | "differs" | "undecided" | "not comparable" | "not run" | null;
  your_why: string;
}

/** Look at a shared game, with a key from its seat; the answer comes after every change. */
export interface WatchMessage {
  type: "watch";
  id: string;
  shared: string;
  key?: string | null;
}

/** A game and every position of a line of it, the first one first. */
export interface WholeLineView {
  game: GameView;
  frames: FrameView[];
}

/** A game whose last move is to be explained. */
export interface WhyRequest {
  game: string;
  parameters?: Record<string, number | string>;
  position?: string | null;
  moves?: string;
  seconds?: number;
}

/** What is proven of a move, for who made it. */
export interface WhyView {
  move: string;
  player: number;
  score: ScoreView;
  best: string;
  best_score: ScoreView;
  is_mistake: boolean;
  sentence: string;
  refutation: StepView | null;
}

export type FromPage = AnalyseMessage | ChooseMessage | PlayMessage | GrowMessage | WatchMessage | StopMessage | LeaveMessage;

export type ToPage = HelloMessage | QueuedMessage | PreparingMessage | PlayedMessage | ProgressMessage | SharedMessage | DoneMessage | ErrorMessage;
