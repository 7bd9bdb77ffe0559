import { useController, useLatchkey } from 'latchkey/react'
import { useEffect } from 'react'

/** Switches the theme of the client and of the page. */
export function ThemeChoice() {
  const { theme } = useLatchkey()
  const { themeMode: shown } = useController(theme)
  useEffect(() => {
    document.documentElement.dataset.theme = shown
  }, [shown])
  const light =
    shown === 'light' || (shown === 'system' && matchMedia('(prefers-color-scheme: light)').matches)
  return (
    <button
      type="button"
      className="plain"
      aria-label={light ? 'Dark mode' : 'Light mode'}
      onClick={() => theme.setThemeMode(light ? 'dark' : 'light')}
    >
      <svg className="glyph" viewBox="0 0 24 24" aria-hidden="true">
        {light ? (
          <path d="M20 14.5A8.5 8.5 0 0 1 9.5 4 8.5 8.5 0 1 0 20 14.5Z" />
        ) : (
          <>
            <circle cx="12" cy="12" r="4" />
            <path d="M12 3v1M12 20v1M3 12h1M20 12h1M5.6 5.6l.7.7M17.7 17.7l.7.7M5.6 18.4l.7-.7M17.7 6.3l.7-.7" />
          </>
        )}
      </svg>
    </button>
  )
}
