// English: the texts of the page for playing and analysing.
import { ENGLISH } from "../../shared/words_en.js";

export const EN = { ...ENGLISH,
  subtitle: "gomoku in the browser", "tab-play": "Play", "tab-analyse": "Analyse", "tab-review": "Review",
  about: "Quinte plays gomoku, renju and caro. Everything happens on your device; nothing is sent anywhere.",
  // Playing.
  newGame: "New game", start: "Start", level: "Level", youPlay: "You play", random: "Random", swap2Me: "Swap2, you begin",
  swap2Engine: "Swap2, Quinte begins", rule: "Rule", board: "Board", time: "Time", perMove: "Quinte’s time a move", perGame: "Clock for both",
  "level-1": "child", "level-2": "beginner", "level-3": "learner", "level-4": "casual", "level-5": "thoughtful", "level-6": "club",
  "level-7": "strong", "level-8": "very strong", "level-9": "expert", "level-10": "full strength",
  you: "You", quinteLevel: "Quinte ({level})", readyToPlay: "Choose a level and start.", yourMove: "Your move ({color}).",
  thinking: "Quinte is thinking …", youWin: "You win", youLose: "Quinte wins", undo: "Undo", hint: "Hint", hintIs: "Hint: {cell}",
  resign: "Resign", rematch: "Rematch", moves: "Moves", reviewGame: "Review", analyseGame: "Analyse",
  swapThree: "Swap2: put three stones, black, white, black ({count} to go).", swapTwo: "Swap2: put a white and a black stone ({count} to go).",
  swapChoose: "Swap2: choose a colour, or put two more stones.", swapLast: "Swap2: Quinte put two more stones. Choose a colour.",
  takeBlack: "Take Black", takeWhite: "Take White", putTwo: "Put two more stones",
  quinteTakesBlack: "Quinte takes Black.", quinteTakesWhite: "Quinte takes White.",
  emptyCell: "empty", forbiddenCell: "forbidden", placeStone: "Place", cancel: "Cancel",
  boardKeys: "Board. Arrows move the cursor, Enter puts a stone.",
  engineRestarted: "The engine stopped and was started again with this position.", engineFailed: "The engine could not answer.",
  // Analysing.
  startAnalysis: "Analyse", stopAnalysis: "Stop", lines: "Lines", depth: "Depth", nodes: "Nodes", speed: "Speed", position: "Position",
  stonesToPut: "Stones", inTurn: "In turn", erase: "Erase", toMoveName: "To move", toMove: "{color} to move", clearBoard: "Clear",
  turnBoard: "Rotate", mirrorBoard: "Mirror", balanceOne: "Balance: 1 stone", balanceTwo: "Balance: 2 stones", noBalance: "No balanced stone was found.",
  showForcedWin: "Play the forced win ({count})", fillCurve: "Evaluate all moves", stop: "Stop",
  // Reviewing and sharing.
  importGame: "Open a game", importHelp: "PSQ, SGF or moves such as h8 i9 j10: choose a file, drop it on the page, or paste it.",
  whichGame: "Game", chooseGame: "Open a game", chooseFile: "Choose a file", perPosition: "Time a position", reviewAgain: "Review again", reviewDone: "The review is done.",
  "wrong-noGame": "This is no game that can be read.", "wrong-badMove": "Move {number} lies outside the board or on a stone.",
  "wrong-badSize": "The board must be 5 to 32 cells wide and high.", "wrong-cutOff": "The record is cut off.",
  "wrong-notGomoku": "This SGF is of another game.", "wrong-tooLarge": "This file is too large.",
  share: "Share", link: "Link to this position", copyLink: "Copy link", copyMoves: "Copy moves", saveSgf: "Save SGF", saveSvg: "Picture (SVG)",
  savePng: "Picture (PNG)", copied: "Copied.", close: "Close",
  // Settings.
  settings: "Settings", language: "Language", automatic: "Automatic", colours: "Colours", light: "Light", dark: "Dark",
  confirmStones: "Confirm stones put by touch", onSmallBoards: "When cells are small", always: "Always", never: "Never", keys: "Keys",
  keyStep: "Step through the game", keyEnds: "First and last position", keySpace: "Play through; start or stop the analysis", keyWin: "Show the forced win",
  keyBoard: "Go to the board and put a stone",
};
