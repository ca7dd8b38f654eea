export const PICTURE_ELSEWHERE = "Please send pictures in the group's chat app.";
export const PICTURE_ONLY = "A chat takes pictures, no videos. Choose a picture.";
/** Replaces a picture-only message whose author deleted their account. */
export const PICTURE_GONE = "The picture is no longer here.";
/** Replaces a picture in text-only contexts. */
export const PICTURE_WORD = "Picture";
