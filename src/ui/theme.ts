import {
  createTheme,
  type CSSVariablesResolver,
  defaultVariantColorsResolver,
  type MantineColorsTuple,
  type VariantColorsResolver,
} from "@mantine/core";

// The same palette as tokens.css, in the ten steps that Mantine derives its states from.
const ocean: MantineColorsTuple = [
  "#e4f0ee",
  "#c8e6e6",
  "#9fdde0",
  "#6fd0d6",
  "#3fb3bb",
  "#2394a0",
  "#127b86",
  "#0b6670",
  "#08525a",
  "#053d43",
];
const coral: MantineColorsTuple = [
  "#fbe6de",
  "#ffd0c0",
  "#ffb49b",
  "#ff8a65",
  "#f26d43",
  "#de5630",
  "#cf4a24",
  "#c4431f",
  "#a93816",
  "#8a2c10",
];

// A filled control takes its three colours from the tokens, which know the scheme: Mantine would put white on the
// pale accent of the dark scheme.
const FILLED: Readonly<Record<string, ReturnType<VariantColorsResolver>>> = {
  coral: {
    background: "var(--coral)",
    hover: "var(--coral-hover)",
    color: "var(--on-coral)",
    border: "1px solid transparent",
  },
  ocean: {
    background: "var(--ocean)",
    hover: "var(--ocean-hover)",
    color: "var(--on-ocean)",
    border: "1px solid transparent",
  },
};

const variantColorResolver: VariantColorsResolver = (input) => {
  const filled = input.variant === "filled" ? FILLED[input.color ?? "ocean"] : undefined;
  return filled ?? defaultVariantColorsResolver(input);
};

/** Ocean is what is chosen or focused; coral, the next action, is the colour of a filled Button. */
export const theme = createTheme({
  primaryColor: "ocean",
  primaryShade: { light: 7, dark: 3 },
  autoContrast: true,
  colors: { ocean, coral },
  white: "#ffffff",
  black: "#14212b",
  fontFamily: "var(--font-text)",
  headings: { fontFamily: "var(--font-display)", fontWeight: "750" },
  fontSizes: { xs: "0.8125rem", sm: "0.9375rem", md: "1.0625rem", lg: "1.25rem", xl: "1.5rem" },
  spacing: { xs: "0.5rem", sm: "0.75rem", md: "1rem", lg: "1.5rem", xl: "2rem" },
  radius: { xs: "4px", sm: "8px", md: "12px", lg: "16px", xl: "24px" },
  defaultRadius: "md",
  respectReducedMotion: true,
  variantColorResolver,
  // Plain objects: extending the component here would ship it to every page of the scope.
  components: {
    Button: { defaultProps: { color: "coral", radius: 999, size: "lg" } },
    TextInput: { defaultProps: { size: "lg" } },
    Textarea: { defaultProps: { size: "lg" } },
    Select: { defaultProps: { size: "lg" } },
    Radio: { defaultProps: { iconColor: "var(--on-ocean)" } },
    Checkbox: { defaultProps: { iconColor: "var(--on-ocean)" } },
    CloseButton: { defaultProps: { "aria-label": "Close" } },
    Modal: { defaultProps: { closeButtonProps: { "aria-label": "Close" } } },
  },
});

const shared = {
  "--mantine-color-text": "var(--ink)",
  "--mantine-color-body": "var(--raised)",
  "--mantine-color-dimmed": "var(--quiet)",
  "--mantine-color-placeholder": "var(--quiet)",
  "--mantine-color-error": "var(--coral-text)",
  "--mantine-color-anchor": "var(--ocean)",
  "--mantine-color-default": "var(--raised)",
  "--mantine-color-default-hover": "var(--sunken)",
  "--mantine-color-default-color": "var(--ink)",
  // An input's edge must itself stand out 3:1 from the page (WCAG 1.4.11); the hairline does not.
  "--mantine-color-default-border": "var(--line-strong)",
};

/** Mantine's semantic colours point at the tokens, in both schemes. */
export const cssVariables: CSSVariablesResolver = () => ({ variables: {}, light: shared, dark: shared });
