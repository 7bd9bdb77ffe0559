/** A style sheet that Vite adds to the page. */
declare module '*.css'
