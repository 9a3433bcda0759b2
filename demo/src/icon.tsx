const paths = {
  plus: "M12 5v14M5 12h14",
  inbox: "M4 13l2.5-7.5h11L20 13v5.5H4zM4 13h4.5l1.5 2.5h4l1.5-2.5H20",
  settings: "M4 7h9M17 7h3M4 17h3M11 17h9M13 4.5v5M7 14.5v5",
  menu: "M4 7h16M4 12h16M4 17h16",
  close: "M6 6l12 12M18 6L6 18",
  log: "M5 6h14M5 12h14M5 18h8",
  trash: "M5 7h14M10 7V4.5h4V7M7 7l1 12.5h8L17 7",
  gallery: "M4.5 4.5h6v6h-6zM13.5 4.5h6v6h-6zM4.5 13.5h6v6h-6zM13.5 13.5h6v6h-6z",
  theme: "M12 3.5a8.5 8.5 0 1 0 0 17zM12 3.5a8.5 8.5 0 0 1 0 17",
} as const;

/** A line drawing beside a word; the word is what is read aloud. */
export function Icon({ name }: { readonly name: keyof typeof paths }) {
  return (
    <svg className="icon" viewBox="0 0 24 24" aria-hidden="true" focusable="false">
      <path d={paths[name]} />
    </svg>
  );
}
