import { MantineProvider } from "@mantine/core";
import "#src/ui/inputs.css.ts";
import { cssVariables, theme } from "#src/ui/theme.ts";

/**
 * What Mantine's controls need around them, for pages with forms: wrap the page in it. It is not in the root, because
 * a page that is only read would carry 18 KB of script and 6 KB of style that it never uses.
 */
export function MantineScope({ children }: { children: React.ReactNode }) {
  return (
    <MantineProvider theme={theme} cssVariablesResolver={cssVariables} defaultColorScheme="auto">
      {children}
    </MantineProvider>
  );
}
