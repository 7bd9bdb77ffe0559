/** What the test adds to a page, and what a page offers to the test. */
export interface PageGlobals {
  /** Runs a function in the test's process: a path and its arguments, packed. */
  latchkeyNode(call: string): Promise<string | undefined>
  /** The page's listeners on the announced wallet. */
  latchkeyListeners(): number
  /** Runs one behavior of the contract suite: returns its error, or null. */
  runBehavior(name: string): Promise<string | null>
  behaviorNames(): readonly string[]
  /** Runs one action with a whole client. */
  latchkeyClient: Record<string, (...values: never[]) => unknown>
  /** Uncaught errors. */
  uncaught: string[]
}

export const page = globalThis as unknown as PageGlobals
