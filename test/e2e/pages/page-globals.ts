/** What the test puts into a page, and what a page offers to the test. */
export interface PageGlobals {
  /** Runs something in the test's process: a path and its arguments, packed. */
  latchkeyNode(call: string): Promise<string | undefined>
  /** Listeners that the page has on the announced wallet. */
  latchkeyListeners(): number
  /** Runs one behaviour of the contract suite: what it complains about, or null. */
  runBehaviour(name: string): Promise<string | null>
  behaviourNames(): readonly string[]
  /** Does one thing with a whole client. */
  latchkeyClient: Record<string, (...values: never[]) => unknown>
  /** Errors that nobody caught. */
  uncaught: string[]
}

export const page = globalThis as unknown as PageGlobals
