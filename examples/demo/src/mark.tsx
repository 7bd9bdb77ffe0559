/** The Latchkey logo. */
export function Mark() {
  return (
    <svg className="mark" viewBox="0 0 24 24" aria-hidden="true">
      <circle cx="7.5" cy="12" r="4.5" />
      <path d="M12 12h9v4M17 12v3" />
    </svg>
  )
}
