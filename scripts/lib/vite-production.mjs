/** The export conditions of Vite's production builds. They must be set, because Vitest sets `NODE_ENV` to another value. */
export const inProduction = { resolve: { conditions: ['module', 'browser', 'production'] } }
