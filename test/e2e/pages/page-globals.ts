/** The functions that the test adds to a page, and the functions that a page offers to the test. */
export interface PageGlobals {
  /** Runs a function in the test's process. `call` contains the path of the function and its arguments. */
  latchkeyNode(call: string): Promise<string | undefined>
  /** Returns the number of the page's listeners on the announced wallet. */
  latchkeyListeners(): number
  /** Runs one behavior of the contract suite. Resolves with the error, or null. */
  runBehavior(name: string): Promise<string | null>
  behaviorNames(): readonly string[]
  /** Functions that each perform one action with a whole client. */
  latchkeyClient: Record<string, (...values: never[]) => unknown>
  /** The uncaught errors. */
  uncaught: string[]
}

export const page = globalThis as unknown as PageGlobals
