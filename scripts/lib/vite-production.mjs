/** The export conditions of Vite's production builds. Vite takes them from `NODE_ENV`, to which Vitest gives another value. */
export const inProduction = { resolve: { conditions: ['module', 'browser', 'production'] } }
