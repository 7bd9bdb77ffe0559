// Builds `dist` with declarations unless it is current; a process of its own, so that a test run can go on beside it.
import { ensureBuilt } from '../workspace.mjs'

ensureBuilt({ types: true })
