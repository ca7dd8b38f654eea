import { createContext } from "react";

/** Marks our own inline scripts while a page is rendered; empty in the browser. See entry.server.tsx. */
export const NonceContext = createContext<string | undefined>(undefined);
