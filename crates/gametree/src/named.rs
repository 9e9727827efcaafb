//! Enumerations whose variants have names in files and messages.

/// Declares an enumeration of named variants, with the list of all variants and, behind the optional features, the same names
/// in `serde` and in TypeScript.
macro_rules! named {
    (
        $(#[$attribute:meta])*
        pub enum $kind:ident { $($(#[$doc:meta])* $variant:ident = $name:literal,)+ }
    ) => {
        #[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
        #[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
        $(#[$attribute])*
        pub enum $kind {$(
            $(#[$doc])*
            #[cfg_attr(feature = "serde", serde(rename = $name))]
            #[cfg_attr(feature = "typescript", ts(rename = $name))]
            $variant,
        )+}

        impl $kind {
            /// Every variant, in the order of its code in a trace.
            pub const ALL: &'static [Self] = &[$(Self::$variant),+];

            /// Returns the name in traces, specs and messages.
            #[must_use]
            pub const fn name(self) -> &'static str {
                match self {
                    $(Self::$variant => $name,)+
                }
            }
        }
    };
}

pub(crate) use named;
