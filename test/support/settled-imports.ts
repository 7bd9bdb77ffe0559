import { afterAll, vi } from 'vitest'

// Files that share a process also share its modules. A module that is still being imported when its file ends fails to load, also
// for the next file that imports it.
afterAll(() => vi.dynamicImportSettled())
