/**
 * Two time limits in ms: how long a test waits for a state, and how long a test may take. A CI machine can be several times
 * slower than a developer's machine.
 */
export const patience = process.env.CI ? { state: 60_000, test: 180_000 } : { state: 30_000, test: 120_000 }
