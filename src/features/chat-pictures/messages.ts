export const PICTURE_ELSEWHERE = "Please send pictures in the group's chat app.";
export const PICTURE_ONLY = "A chat takes pictures, no videos. Choose a picture.";
/** Stands for a message that was only a picture, whose author left. */
export const PICTURE_GONE = "The picture is no longer here.";
/** What stands for a picture where only words are shown. */
export const PICTURE_WORD = "Picture";
