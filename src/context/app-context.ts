import { createContext } from "react-router";
import type { App } from "#src/context/app.ts";

/** How a page's loader reaches the app: `context.get(appContext)`. */
export const appContext = createContext<App>();
